package streamerapi.overlays;

import streamerapi.shared.schema.Schema;

/// An overlay as events name it.
record OverlayReference(String id, String name) {

    static final Schema<OverlayReference> SCHEMA = Schema.shown("OverlayReference", "", s -> {
        s.text("id", OverlayReference::id).component("OverlayId").sample("o_4f9a1c07");
        s.anyText("name", OverlayReference::name).sample("Main scene");
    });
}
