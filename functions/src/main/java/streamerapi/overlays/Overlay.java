package streamerapi.overlays;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.problems.Problem;
import streamerapi.shared.schema.Schema;
import streamerapi.shared.storage.Attribute;
import streamerapi.shared.storage.Condition;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Keys;
import streamerapi.shared.storage.Row;
import streamerapi.shared.storage.Write;

import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;

/// An overlay (contract "REST").
///
/// @param fields that people choose
/// @param hash of its first key
/// @param revision how often it has changed: a change holds to the one that was read
public record Overlay(Key key, Fields fields, String hash, long revision, Instant createdAt) {
    static final Attribute<Instant> CREATED_AT = Attribute.time("created_at");

    static final Attribute<String> NAME = Attribute.text("name");
    static final String WIDTH = "width";
    static final String HEIGHT = "height";
    static final Attribute<List<String>> WIDGETS = Attribute.texts("widgets");
    static final String LAYOUT = "layout";
    private static final Attribute<String> HASH = Attribute.text("hash");
    private static final Attribute.Whole REVISION = Attribute.whole("revision");

    /// An overlay's id for the examples of the OpenAPI document.
    static final String ID_EXAMPLE = "o_7f3a9c21";

    private static final Pattern ID = Pattern.compile("o_[0-9a-f]{8}");

    /// An overlay as it is answered.
    ///
    /// @param connected whether a socket of its browser source is live
    /// @param report what its page said last; null if it is not connected, or has said nothing
    record OverlayStatus(
            Overlay overlay, boolean connected, @Nullable OverlayReport report) {

        static final Schema<OverlayStatus> SCHEMA = Schema.shown("Overlay", "A browser source of the stream.", s -> {
            s.text("id", shown -> shown.overlay.id()).component("OverlayId").example(ID_EXAMPLE);
            s.text(NAME.name(), shown -> shown.overlay.fields.name()).example("Main scene");
            s.int32(WIDTH, shown -> shown.overlay.fields.width()).doc("Pixels.").example(1920);
            s.int32(HEIGHT, shown -> shown.overlay.fields.height())
                    .doc("Pixels.")
                    .example(1080);
            s.texts(WIDGETS.name(), shown -> shown.overlay.fields.widgets())
                    .doc("The widgets that were chosen for it." + Widget.unchosen())
                    .example(List.of("alert", "tts"));
            s.object(LAYOUT, shown -> shown.overlay.fields.layout(), OverlayLayout.SHOWN)
                    .doc("How the widgets look, and where they stand.");
            s.flag("connected", OverlayStatus::connected).live().doc("Whether a socket of its browser source is live.");
            s.object("report", OverlayStatus::report, OverlayReport.SCHEMA)
                    .live()
                    .orNull()
                    .doc("The state that its page reports; null while it is not connected, and of pages that"
                            + " do not say.");
            s.time("created_at", shown -> shown.overlay.createdAt);
        });
    }

    /// The fields of an overlay that people choose.
    record Fields(String name, int width, int height, List<String> widgets, OverlayLayout layout) {

        private static final int MAX_SIDE = 7_680;

        static final Schema<Fields> SCHEMA = Schema.of("Overlay", "How an overlay looks.", s -> {
            var name = s.text(NAME.name(), Fields::name).between(1, 64).example("Main scene");
            var width = s.int32(WIDTH, Fields::width)
                    .between(1, MAX_SIDE)
                    .orElse(1_920)
                    .doc("Pixels.");
            var height = s.int32(HEIGHT, Fields::height)
                    .between(1, MAX_SIDE)
                    .orElse(1_080)
                    .doc("Pixels.");
            var widgets = s.texts(WIDGETS.name(), Fields::widgets, Widget.names())
                    .orElse(List.of())
                    .doc("The widgets that it shows, each once." + Widget.unchosen());
            var layout = s.group(LAYOUT, Fields::layout, OverlayLayout.SCHEMA)
                    .orElse(OverlayLayout.DEFAULT)
                    .doc("How the widgets look, and where they stand. What is left out has its default.");
            return in -> new Fields(name.of(in), width.of(in), height.of(in), distinct(widgets.of(in)), layout.of(in));
        });

        private static List<String> distinct(List<String> widgets) {
            if (new HashSet<>(widgets).size() < widgets.size()) {
                throw Problem.badField(WIDGETS.name(), "widgets must name each widget once");
            }
            return widgets;
        }

        /// Whether its browser source has to load anew after a change to these fields.
        boolean looksUnlike(Fields other) {
            return width != other.width || height != other.height || !widgets.equals(other.widgets);
        }
    }

    /// Whether a text has the form of an overlay's id.
    public static boolean isId(String text) {
        return ID.matcher(text).matches();
    }

    /// The overlay of a row.
    static Overlay of(Row row) {
        return new Overlay(row.key(), Fields.SCHEMA.of(row), row.get(HASH), row.get(REVISION), row.get(CREATED_AT));
    }

    /// This overlay with other fields.
    Overlay with(Fields changed) {
        return new Overlay(key, changed, hash, revision, createdAt);
    }

    /// Writes the row of a new one.
    Write added() {
        return Write.put(Fields.SCHEMA
                        .row(key, fields)
                        .with(HASH, hash)
                        .with(REVISION, revision)
                        .with(CREATED_AT, createdAt))
                .when(Condition.noRow());
    }

    /// The change of its row to other fields, which differ from its own.
    Write changedTo(Fields after) {
        return revised(Objects.requireNonNull(Fields.SCHEMA.difference(key, fields, after)));
    }

    /// The change of its row that gives it another first key.
    Write rekeyed(String other) {
        return revised(Write.update(key)).set(HASH, other);
    }

    /// Adds to a change of its row that it is the overlay's next, and holds to it as it was read.
    Write revised(Write change) {
        return change.add(REVISION, 1).when(unchanged());
    }

    /// The condition that it is as it was read.
    Condition unchanged() {
        return Condition.equal(REVISION, revision);
    }

    /// Its id: `o_` and 8 hex digits.
    String id() {
        return id(key);
    }

    /// The id of the overlay whose row has a key.
    static String id(Key key) {
        return key.sort().substring(Keys.OVERLAY.length());
    }

    /// The overlay as it is answered.
    Map<String, @Nullable Object> json(boolean connected, @Nullable OverlayReport report) {
        return OverlayStatus.SCHEMA.json(new OverlayStatus(this, connected, report));
    }
}
