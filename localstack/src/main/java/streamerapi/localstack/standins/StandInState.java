package streamerapi.localstack.standins;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import org.jspecify.annotations.Nullable;
import streamerapi.localstack.files.WholeFile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/// Everything that stand-ins know, kept in one file across restarts: without it, a connection made before a restart
/// would be refused after it.
///
/// The file is encrypted with a key beside it. That keeps nothing from a reader of both; it keeps tokens and secrets
/// out of the folder's text, so that a search of the folder for a secret finds what the service wrote, and that alone.
public final class StandInState {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String CIPHER = "AES/GCM/NoPadding";
    private static final int KEY_BYTES = 32;
    private static final int NONCE_BYTES = 12;
    private static final int TAG_BITS = 128;

    private final @Nullable Path file;
    private final byte[] key;
    private final JsonNode read;
    private final Map<String, Supplier<JsonNode>> parts = new TreeMap<>();

    /// @param folder null to keep nothing
    /// @param name   of the file, without its ending
    public StandInState(@Nullable Path folder, String name) {
        try {
            file = folder == null ? null : Files.createDirectories(folder).resolve(name + ".bin");
            key = folder == null ? new byte[0] : key(folder.resolve(name + ".key"));
            read = file == null || !Files.exists(file)
                    ? MissingNode.getInstance()
                    : JSON.readTree(opened(Files.readAllBytes(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Adds a part, and returns it as it was kept, or a missing node.
    ///
    /// @param now gives the part as it is
    public JsonNode part(String name, Supplier<JsonNode> now) {
        parts.put(name, now);
        return read.path(name);
    }

    /// Writes everything.
    public synchronized void keep() {
        if (file == null) {
            return;
        }
        var all = JSON.createObjectNode();
        parts.forEach((name, part) -> all.set(name, part.get()));
        try {
            WholeFile.write(file, sealed(JSON.writeValueAsBytes(all)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] key(Path keyFile) throws IOException {
        if (!Files.exists(keyFile)) {
            WholeFile.write(keyFile, random(KEY_BYTES));
        }
        return Files.readAllBytes(keyFile);
    }

    private byte[] sealed(byte[] text) {
        byte[] nonce = random(NONCE_BYTES);
        byte[] coded = crypt(Cipher.ENCRYPT_MODE, nonce, text);
        byte[] all = Arrays.copyOf(nonce, NONCE_BYTES + coded.length);
        System.arraycopy(coded, 0, all, NONCE_BYTES, coded.length);
        return all;
    }

    private byte[] opened(byte[] all) {
        return crypt(
                Cipher.DECRYPT_MODE, Arrays.copyOf(all, NONCE_BYTES), Arrays.copyOfRange(all, NONCE_BYTES, all.length));
    }

    private byte[] crypt(int mode, byte[] nonce, byte[] bytes) {
        try {
            Cipher cipher = Cipher.getInstance(CIPHER);
            cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BITS, nonce));
            return cipher.doFinal(bytes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(
                    file + " does not fit the key beside it: delete both, and connect again", e);
        }
    }

    private static byte[] random(int length) {
        byte[] bytes = new byte[length];
        new SecureRandom().nextBytes(bytes);
        return bytes;
    }
}
