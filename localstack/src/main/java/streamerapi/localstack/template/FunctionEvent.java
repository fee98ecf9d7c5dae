package streamerapi.localstack.template;

/// A trigger of a function: an entry of its `Events`.
///
/// @param function   the logical id of the function
/// @param id         the name of the entry
/// @param type       `HttpApi`, `DynamoDB`, `SQS` or `ScheduleV2`
public record FunctionEvent(String function, String id, String type, TemplateMapping properties) {}
