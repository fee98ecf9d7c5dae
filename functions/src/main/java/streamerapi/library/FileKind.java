package streamerapi.library;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.labels.Labelled;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// A kind of file that a library takes. SVG is not included, because it can contain scripts.
public enum FileKind implements Labelled {
    PNG("image/png", "png", Pictures::png),
    JPEG("image/jpeg", "jpg", Pictures::jpeg),
    GIF("image/gif", "gif", Pictures::gif),
    WEBP("image/webp", "webp", Pictures::webp),
    WEBM("video/webm", "webm", head -> new Matroska(head).size()),
    MP3("audio/mpeg", "mp3", head -> sound(isMp3(head))),
    OGG("audio/ogg", "ogg", head -> sound(isOgg(head))),
    WAV("audio/wav", "wav", head -> sound(isWav(head)));

    /// How many bytes of a file are read to know it: the size of a JPEG can stand behind a thumbnail and a colour
    /// profile.
    static final int HEAD_BYTES = 256 * 1_024;

    /// The id of a picture or clip.
    public static final Pattern PICTURE_ID = idOf(false);

    /// The id of a sound.
    public static final Pattern SOUND_ID = idOf(true);

    private static final Pattern ID = Pattern.compile(PICTURE_ID.pattern() + "|" + SOUND_ID.pattern());

    private static final int MP3_HEADER = 10;
    private static final int OGG_HEADER = 27;
    private static final int RIFF_HEADER = 12;
    private static final int CHUNK_HEADER = 8;
    private static final List<String> OGG_SOUNDS = List.of("\u0001vorbis", "OpusHead", "\u007fFLAC");

    private final String type;
    private final String extension;

    @SuppressWarnings("ImmutableEnumChecker") // a method of a class without state
    private final Function<Bytes, @Nullable PixelSize> reader;

    /// A size in pixels; both are zero for a sound.
    record PixelSize(int width, int height) {

        private static final int MAX_SIDE = 4_096;

        static final PixelSize NONE = new PixelSize(0, 0);

        /// Whether a picture has it.
        boolean isOfPicture() {
            return width > 0 && height > 0 && width <= MAX_SIDE && height <= MAX_SIDE;
        }
    }

    FileKind(String type, String extension, Function<Bytes, @Nullable PixelSize> reader) {
        this.type = type;
        this.extension = extension;
        this.reader = reader;
    }

    /// The media type: `image/png`.
    @Override
    public String label() {
        return type;
    }

    /// Whether it is a sound; the others are pictures and clips.
    public boolean isSound() {
        return type.startsWith("audio/");
    }

    /// Whether a text has the form of a file's id.
    public static boolean isId(String text) {
        return ID.matcher(text).matches();
    }

    /// The kind of a file by its id; it ends as a name of a file of this kind does.
    static FileKind ofId(String id) {
        String extension = id.substring(id.indexOf('.') + 1);
        return Arrays.stream(values())
                .filter(kind -> kind.extension.equals(extension))
                .findFirst()
                .orElseThrow();
    }

    /// The id with some random digits.
    String id(String digits) {
        return digits + "." + extension;
    }

    /// The size of a file that begins with these bytes, if its content is of this kind and not larger than pictures
    /// are.
    Optional<PixelSize> recognized(byte[] head) {
        PixelSize size = reader.apply(new Bytes(head));
        return Optional.ofNullable(size).filter(known -> isSound() || known.isOfPicture());
    }

    private static @Nullable PixelSize sound(boolean isSound) {
        return isSound ? PixelSize.NONE : null;
    }

    /// A tag of ID3, or the first frame's header: sync word, layer III, and a rate that there is (ISO/IEC 11172-3).
    private static boolean isMp3(Bytes head) {
        if (head.startsWith(0, "ID3")) {
            return head.has(0, MP3_HEADER) && head.at(3) < 0xff && head.at(4) < 0xff;
        }
        return head.has(0, 4)
                && head.at(0) == 0xff
                && (head.at(1) & 0xe6) == 0xe2
                && (head.at(2) & 0xf0) != 0xf0
                && (head.at(2) & 0x0c) != 0x0c;
    }

    /// A page of Ogg whose packet begins a stream of Vorbis, Opus or FLAC (RFC 3533, 6).
    private static boolean isOgg(Bytes head) {
        if (!head.startsWith(0, "OggS") || !head.has(0, OGG_HEADER)) {
            return false;
        }
        int packet = OGG_HEADER + head.at(OGG_HEADER - 1);
        return OGG_SOUNDS.stream().anyMatch(begins -> head.startsWith(packet, begins));
    }

    /// The format stands before the data. Other chunks can stand before it, and many programs write one; a chunk of an
    /// odd length has a byte more.
    private static boolean isWav(Bytes head) {
        if (!head.startsWith(0, "RIFF") || !head.startsWith(8, "WAVE")) {
            return false;
        }
        int place = RIFF_HEADER;
        while (head.has(place, CHUNK_HEADER) && !head.startsWith(place, "fmt ") && !head.startsWith(place, "data")) {
            int length = head.low(place + 4, 4);
            if (length < 0 || !head.has(place + CHUNK_HEADER, length)) {
                return false;
            }
            place += CHUNK_HEADER + length + length % 2;
        }
        return head.startsWith(place, "fmt ");
    }

    private static Pattern idOf(boolean isSound) {
        return Pattern.compile(Arrays.stream(values())
                .filter(kind -> kind.isSound() == isSound)
                .map(kind -> kind.extension)
                .collect(Collectors.joining("|", "[0-9a-f]{32}\\.(", ")")));
    }

    /// The first bytes of a file.
    ///
    /// @param array all that was read of it
    @SuppressWarnings("ArrayRecordComponent") // never compared
    record Bytes(byte[] array) {

        /// Whether there are so many from a place on.
        boolean has(int from, int count) {
            return from >= 0 && count <= array.length - from;
        }

        /// A byte as a number from 0 to 255.
        int at(int place) {
            return array[place] & 0xff;
        }

        /// Whether a text stands at a place, of one byte for each character.
        boolean startsWith(int from, String text) {
            return has(from, text.length())
                    && new String(array, from, text.length(), StandardCharsets.ISO_8859_1).equals(text);
        }

        /// A number, its highest byte first.
        int high(int from, int count) {
            int number = 0;
            for (int place = from; place < from + count; place++) {
                number = number << 8 | at(place);
            }
            return number;
        }

        /// A number, its lowest byte first.
        int low(int from, int count) {
            int number = 0;
            for (int place = from + count - 1; place >= from; place--) {
                number = number << 8 | at(place);
            }
            return number;
        }
    }
}
