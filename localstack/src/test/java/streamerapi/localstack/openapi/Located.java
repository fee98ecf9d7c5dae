package streamerapi.localstack.openapi;

import tools.jackson.databind.JsonNode;

/// A node of the document and the JSON pointer to it.
record Located(String pointer, JsonNode node) {

    /// The child of that name; its node is a missing node where there is none.
    Located at(String name) {
        return new Located(pointer + "/" + name.replace("~", "~0").replace("/", "~1"), node.path(name));
    }

    boolean exists() {
        return !node.isMissingNode();
    }
}
