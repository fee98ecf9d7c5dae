package streamerapi.service;

import streamerapi.localstack.openapi.OpenApiDocument;
import streamerapi.localstack.openapi.Operation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/// The report of the refusals that the document has for an operation and no test of [ApiClient] has provoked, written
/// to `localstack/target/unseen-refusals.txt` when the tests are over: `POST /tips/test 400 invalid_media`. Refusals
/// that every fifth operation has, such as that of a credential, are left out. After a run of all tests, each line is a
/// test that is missing, or a refusal that cannot come.
final class UnseenRefusals {

    private static final Set<String> SEEN = ConcurrentHashMap.newKeySet();

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(UnseenRefusals::write));
    }

    private UnseenRefusals() {}

    /// Notes an answer.
    ///
    /// @param path of the request, without its query
    static void note(OpenApiDocument document, String method, String path, Answer answer) {
        if (answer.status() >= 400 && answer.text().startsWith("{")) {
            document.operation(method, path)
                    .ifPresent(
                            operation -> SEEN.add(line(operation, answer.status(), String.valueOf(answer.at("code")))));
        }
    }

    private static String line(Operation operation, int status, String code) {
        return operation.method() + " " + operation.path() + " " + status + " " + code;
    }

    private static void write() {
        List<Operation> operations = List.copyOf(OpenApiDocument.load().operations());
        Set<String> unseen = new TreeSet<>();
        for (Operation operation : operations) {
            operation.responses().keySet().stream()
                    .filter(status -> status >= 400)
                    .forEach(status -> operation.errorCodes(status).stream()
                            .filter(code -> !isCommon(operations, status, code))
                            .map(code -> line(operation, status, code))
                            .forEach(unseen::add));
        }
        unseen.removeAll(SEEN);
        try {
            Files.write(
                    Files.createDirectories(Service.root().resolve("localstack/target"))
                            .resolve("unseen-refusals.txt"),
                    unseen);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isCommon(Collection<Operation> operations, int status, String code) {
        long with = operations.stream()
                .filter(operation -> operation.errorCodes(status).contains(code))
                .collect(Collectors.counting());
        return 5 * with > operations.size();
    }
}
