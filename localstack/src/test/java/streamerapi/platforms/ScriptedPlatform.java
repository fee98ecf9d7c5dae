package streamerapi.platforms;

import org.jspecify.annotations.Nullable;
import streamerapi.shared.json.Json;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.Collectors;

/// A server that answers each route as a test says, and keeps what it was asked. A route without an answer is a 404.
/// The JDK's own server is not used, because it resets some connections that the client asks it to close.
public final class ScriptedPlatform implements AutoCloseable {

    private static final int BACKLOG = 100;
    private static final int NO_CONTENT = 204;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final ServerSocket server;
    private final Map<String, Function<Call, Reply>> routes = new ConcurrentHashMap<>();
    private final List<Call> calls = new CopyOnWriteArrayList<>();

    /// A call that came.
    public record Call(
            String method, String path, Map<String, String> query, Map<String, String> headers, String body) {

        /// The route that it is for.
        String route() {
            return method + " " + path;
        }

        /// A field of a form.
        public String form(String name) {
            return fields(body).getOrDefault(name, "");
        }

        /// A header by its name in lower case; empty if it was not sent.
        public String header(String name) {
            return headers.getOrDefault(name, "");
        }

        public Map<String, @Nullable Object> json() {
            return Json.readObject(body.getBytes(StandardCharsets.UTF_8));
        }
    }

    /// An answer.
    public record Reply(int status, String body, Map<String, String> headers) {
        public static Reply of(int status, String body) {
            return new Reply(status, body, Map.of());
        }

        public static Reply json(Object body) {
            return of(200, Json.writeText(body));
        }
    }

    public ScriptedPlatform() {
        try {
            server = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.execute(this::accept);
    }

    public String url() {
        return "http://127.0.0.1:" + server.getLocalPort();
    }

    /// Answers a route, such as `POST /oauth2/token`, from now on.
    public void on(String route, Function<Call, Reply> answer) {
        routes.put(route, answer);
    }

    /// The calls of a route.
    public List<Call> calls(String route) {
        return calls.stream().filter(call -> call.route().equals(route)).toList();
    }

    /// The routes that were called, in order.
    public List<String> routes() {
        return calls.stream().map(Call::route).toList();
    }

    public void forget() {
        calls.clear();
    }

    private void accept() {
        try {
            while (!server.isClosed()) {
                Socket connection = server.accept();
                threads.execute(() -> answer(connection));
            }
        } catch (IOException closed) {
            threads.shutdown();
        }
    }

    private void answer(Socket connection) {
        try (connection) {
            Call call = read(connection.getInputStream());
            calls.add(call);
            Reply reply = routes.getOrDefault(call.route(), unknown -> Reply.of(404, "{}"))
                    .apply(call);
            byte[] body = reply.body().getBytes(StandardCharsets.UTF_8);
            StringBuilder head = new StringBuilder("HTTP/1.1 " + reply.status() + " Scripted\r\nConnection: close\r\n");
            reply.headers()
                    .forEach((name, value) ->
                            head.append(name).append(": ").append(value).append("\r\n"));
            if (reply.status() != NO_CONTENT) {
                head.append("Content-Length: ").append(body.length).append("\r\n");
            }
            OutputStream out = connection.getOutputStream();
            out.write(head.append("\r\n").toString().getBytes(StandardCharsets.US_ASCII));
            out.write(body);
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Call read(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) in.read());
        }
        String[] lines = head.toString().strip().split("\r\n", -1);
        Map<String, String> headers = Arrays.stream(lines)
                .skip(1)
                .map(line -> line.split(": ", 2))
                .collect(Collectors.toMap(header -> header[0].toLowerCase(Locale.ROOT), header -> header[1]));
        int length = Integer.parseInt(headers.getOrDefault("content-length", "0"));
        URI target = URI.create(lines[0].split(" ", -1)[1]);
        String query = target.getRawQuery();
        return new Call(
                lines[0].split(" ", -1)[0],
                target.getPath(),
                fields(query == null ? "" : query),
                headers,
                new String(in.readNBytes(length), StandardCharsets.UTF_8));
    }

    private static Map<String, String> fields(String encoded) {
        return Arrays.stream(encoded.split("&", -1))
                .filter(field -> field.contains("="))
                .map(field -> field.split("=", 2))
                .collect(Collectors.toMap(
                        field -> URLDecoder.decode(field[0], StandardCharsets.UTF_8),
                        field -> URLDecoder.decode(field[1], StandardCharsets.UTF_8),
                        (first, second) -> first + "," + second));
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        threads.shutdownNow();
    }
}
