package streamerapi.localstack.processors;

import com.fasterxml.jackson.databind.node.ObjectNode;
import streamerapi.localstack.standins.StandInCall;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/// The parameters of a call to Stripe: a form whose names have brackets.
final class StripeForm {

    private static final int MAX_METADATA = 50;
    private static final int MAX_METADATA_KEY = 40;
    private static final int MAX_METADATA_VALUE = 500;

    private StripeForm() {}

    /// Refuses parameters whose first name is none of these.
    static void check(StandInCall call, String known) {
        Set<String> names = new TreeSet<>(Arrays.asList(known.split(" ")));
        call.form().forEach(field -> {
            String name = field.getName();
            String first = name.contains("[") ? name.substring(0, name.indexOf('[')) : name;
            if (!names.contains(first) && !first.equals("expand")) {
                throw StripeRefusals.parameter("parameter_unknown", name, "Received unknown parameter: " + name);
            }
        });
    }

    static String required(StandInCall call, String name) {
        String value = call.field(name);
        if (value.isEmpty()) {
            throw StripeRefusals.missing(name);
        }
        return value;
    }

    static long integer(String text, String name) {
        if (!text.matches("-?[0-9]{1,15}")) {
            throw StripeRefusals.parameter("parameter_invalid_integer", name, "Invalid integer: " + text);
        }
        return Long.parseLong(text);
    }

    /// One of some values.
    ///
    /// @param fallback what is meant if there is none
    static String one(StandInCall call, String name, String values, String fallback) {
        String value = call.field(name);
        if (value.isEmpty()) {
            return fallback;
        }
        if (!List.of(values.split(" ")).contains(value)) {
            throw StripeRefusals.parameter(
                    "", name, "Invalid " + name + ": must be one of " + values.replace(" ", ", "));
        }
        return value;
    }

    /// An address of https, or of this machine.
    static String address(StandInCall call, String name) {
        String text = required(call, name);
        try {
            URI address = URI.create(text.replace("{CHECKOUT_SESSION_ID}", "id"));
            if (address.getHost() != null
                    && ("https".equals(address.getScheme())
                            || ("http".equals(address.getScheme())
                                    && List.of("localhost", "127.0.0.1").contains(address.getHost())))) {
                return text;
            }
        } catch (IllegalArgumentException e) {
            throw StripeRefusals.parameter("url_invalid", name, "Not a valid URL");
        }
        throw StripeRefusals.parameter("url_invalid", name, "Not a valid URL");
    }

    /// All values of `name[]`, or of `name[0]` and so on.
    static List<String> list(StandInCall call, String name) {
        return call.form().stream()
                .filter(field -> field.getName().matches("\\Q" + name + "\\E\\[[0-9]*]"))
                .flatMap(field -> field.getValues().stream())
                .collect(Collectors.toList());
    }

    /// The pairs of `name[…]`, put into an object's `metadata`.
    static void metadata(StandInCall call, String name, ObjectNode object) {
        ObjectNode metadata = object.withObject("/metadata");
        String begin = name + "[";
        call.form().forEach(field -> {
            String full = field.getName();
            if (full.startsWith(begin) && full.indexOf(']', begin.length()) == full.length() - 1) {
                String key = full.substring(begin.length(), full.length() - 1);
                if (key.length() > MAX_METADATA_KEY || field.getValue().length() > MAX_METADATA_VALUE) {
                    throw StripeRefusals.parameter(
                            "", full, "Metadata keys have up to 40 characters, and values up to 500.");
                }
                metadata.put(key, field.getValue());
            }
        });
        if (metadata.size() > MAX_METADATA) {
            throw StripeRefusals.parameter("", name, "Metadata can have up to 50 keys.");
        }
    }
}
