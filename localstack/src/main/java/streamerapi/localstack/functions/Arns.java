package streamerapi.localstack.functions;

import streamerapi.localstack.template.Template;

/// The ARNs of what functions call, as the template's policies name it.
///
/// @param prefix    partition to account, with a place for the service
/// @param socketApi the id of the WebSocket API, empty if there is none
record Arns(String prefix, String socketApi) {

    static Arns of(Template template) {
        String function = template.functions().stream()
                .findFirst()
                .map(first -> template.attribute(first, "Arn"))
                .orElse("arn:aws:lambda:us-east-1:000000000000:");
        String[] parts = function.split(":");
        return new Arns(
                parts[0] + ":" + parts[1] + ":%s:" + parts[3] + ":" + parts[4] + ":",
                template.resources("AWS::ApiGatewayV2::Api").stream()
                        .findFirst()
                        .map(template::ref)
                        .orElse(""));
    }

    String of(String service, String rest) {
        return prefix.formatted(service) + rest;
    }

    String table(String name) {
        return of("dynamodb", "table/" + name);
    }
}
