package streamerapi.localstack;

import streamerapi.localstack.connectors.StandInConnectors;
import streamerapi.localstack.engines.Engines;
import streamerapi.localstack.functions.FunctionSettings;
import streamerapi.localstack.platforms.StandInPlatforms;
import streamerapi.localstack.processors.StandInProcessors;
import streamerapi.localstack.speech.StandInBucket;
import streamerapi.localstack.speech.StandInPolly;
import streamerapi.localstack.standins.StandIns;
import streamerapi.localstack.videos.StandInVideoSites;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/// The variables of a function here: the template's, with local addresses in place of AWS's, and what the Lambda
/// service itself sets.
final class Variables implements UnaryOperator<FunctionSettings> {
    private static final Pattern API =
            Pattern.compile("(http|ws)s://[a-z0-9]+\\.execute-api\\.[a-z0-9-]+\\.[a-z.]*[a-z]");

    private static final Pattern BUCKET = Pattern.compile("https://([a-z0-9-]+)\\.s3\\.[a-z0-9-]+\\.[a-z.]*[a-z]");

    private static final String VIDEO_SITES = "VIDEO_SITES_URL";

    private static final String SECRETS_KEY = "SECRETS_KEY";

    private final int port;
    private final Engines engines;
    private final Map<String, String> queueAddresses;
    private final String secretsKey;
    private final StandInProcessors processors;
    private final Map<String, String> overrides;

    /// @param secretsKey as of [KeyFile]
    Variables(
            int port,
            Engines engines,
            Map<String, String> queueAddresses,
            String secretsKey,
            StandInProcessors processors,
            Map<String, String> overrides) {
        this.port = port;
        this.engines = engines;
        this.queueAddresses = queueAddresses;
        this.secretsKey = secretsKey;
        this.processors = processors;
        this.overrides = overrides;
    }

    @Override
    public FunctionSettings apply(FunctionSettings function) {
        var variables = new LinkedHashMap<String, String>();
        function.variables().forEach((name, value) -> variables.put(name, overrides.getOrDefault(name, local(value))));
        if (variables.getOrDefault("AUTH_URL", "-").isEmpty()) {
            variables.put("AUTH_URL", "http://localhost:" + port);
        }
        if (!overrides.containsKey(VIDEO_SITES)) {
            variables.computeIfPresent(
                    VIDEO_SITES, (name, real) -> "http://localhost:" + port + StandInVideoSites.PATH);
        }
        if (!overrides.containsKey(SECRETS_KEY)) {
            variables.computeIfPresent(SECRETS_KEY, (name, none) -> secretsKey);
        }
        for (String source : StandInConnectors.SOURCES.keySet()) {
            String name = StandInConnectors.SOURCES.get(source);
            if (!overrides.containsKey(name)) {
                variables.computeIfPresent(
                        name, (variable, real) -> "http://localhost:" + port + StandInConnectors.PATH + source);
            }
        }
        StandInPlatforms.VARIABLES.forEach((platform, names) -> names.stream()
                .filter(name -> !overrides.containsKey(name))
                .forEach(name -> variables.computeIfPresent(
                        name, (variable, real) -> "http://localhost:" + port + StandIns.PATH + platform)));
        processors.variables("http://localhost:" + port).forEach((name, value) -> {
            if (!overrides.containsKey(name)) {
                variables.computeIfPresent(name, (variable, real) -> value);
            }
        });
        variables.put("AWS_REGION", Engines.REGION);
        variables.put("AWS_DEFAULT_REGION", Engines.REGION);
        variables.put("AWS_ACCESS_KEY_ID", function.id());
        variables.put("AWS_SECRET_ACCESS_KEY", Engines.ACCESS_KEY);
        variables.put("AWS_ENDPOINT_URL_DYNAMODB", engines.dynamoDbAddress().toString());
        variables.put("AWS_ENDPOINT_URL_SQS", engines.sqsAddress().toString());
        variables.put("AWS_ENDPOINT_URL_POLLY", "http://localhost:" + port + StandInPolly.PATH);
        variables.put("AWS_LAMBDA_FUNCTION_NAME", function.name());
        return function.withVariables(variables);
    }

    private String local(String value) {
        String address = queueAddresses.get(value);
        if (address != null) {
            return address;
        }
        String bucket = BUCKET.matcher(value).replaceAll("http://localhost:" + port + StandInBucket.PATH + "$1");
        return API.matcher(bucket).replaceAll("$1://localhost:" + port);
    }
}
