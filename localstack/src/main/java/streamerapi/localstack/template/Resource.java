package streamerapi.localstack.template;

/// A resource of the template: its logical id, its type, and its properties with every intrinsic resolved.
public record Resource(String id, String type, TemplateMapping properties) {}
