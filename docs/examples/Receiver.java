import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A small webhook receiver: believes what is signed, answers at once, and takes each event once. */
public class Receiver {
    private static final long TOLERANCE_SECONDS = 300;
    private static final Pattern ID = Pattern.compile("^\\{\"id\":\"([^\"]+)\"");

    private final byte[] secret;
    private final Set<String> seen = new LinkedHashSet<>();

    Receiver(String secret) {
        this.secret = secret.getBytes(StandardCharsets.UTF_8);
    }

    public static void main(String[] arguments) throws IOException {
        if (arguments.length != 2) {
            System.err.println("usage: java Receiver.java PORT whsec_...");
            System.exit(2);
        }
        Receiver receiver = new Receiver(arguments[1]);
        HttpServer server = HttpServer.create(new InetSocketAddress("localhost", Integer.parseInt(arguments[0])), 0);
        server.createContext("/", receiver::receive);
        server.start();
        System.out.println("Listening on http://localhost:" + arguments[0]);
    }

    private void receive(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        String signature = exchange.getRequestHeaders().getFirst("Service-Signature");
        boolean genuine = signature != null && isGenuine(signature, body);
        exchange.sendResponseHeaders(genuine ? 204 : 401, -1);
        exchange.close();
        if (genuine && seen.add(id(body))) {
            System.out.println("verified " + new String(body, StandardCharsets.UTF_8));
        }
    }

    /** The event's id, which begins the body: the signature covers it there, and does not cover the headers. */
    private static String id(byte[] body) {
        Matcher id = ID.matcher(new String(body, StandardCharsets.UTF_8));
        return id.find() ? id.group(1) : "";
    }

    /** The header is t=SECONDS,v1=HEX; while a secret is being rotated there are two v1. */
    private boolean isGenuine(String header, byte[] body) {
        String time = "";
        for (String part : header.split(",")) {
            if (part.startsWith("t=")) {
                time = part.substring(2);
            }
        }
        if (!time.matches("[0-9]{1,12}")
                || Math.abs(System.currentTimeMillis() / 1000 - Long.parseLong(time)) > TOLERANCE_SECONDS) {
            return false;
        }
        byte[] expected = HexFormat.of().formatHex(mac(time + ".", body)).getBytes(StandardCharsets.UTF_8);
        boolean genuine = false;
        for (String part : header.split(",")) {
            genuine |= part.startsWith("v1=")
                    && MessageDigest.isEqual(expected, part.substring(3).getBytes(StandardCharsets.UTF_8));
        }
        return genuine;
    }

    private byte[] mac(String before, byte[] body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            mac.update(before.getBytes(StandardCharsets.UTF_8));
            return mac.doFinal(body);
        } catch (java.security.GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
