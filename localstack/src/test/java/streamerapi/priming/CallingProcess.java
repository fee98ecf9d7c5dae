package streamerapi.priming;

import streamerapi.shared.lambda.Clients;
import streamerapi.shared.lambda.Environment;
import streamerapi.shared.storage.Key;
import streamerapi.shared.storage.Table;
import streamerapi.shared.tasks.Async;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;

/// A function's process as far as its connections matter: for each line of its input, a number, it makes so many calls
/// to AWS beside each other, by the product's own client, and prints a line when all are answered.
///
/// It is a process of its own because the JDK reads how long, and how many, connections it keeps once in its life.
final class CallingProcess {

    private CallingProcess() {}

    public static void main(String[] arguments) throws IOException {
        Table table = new Table(new Clients(Environment.ofProcess()).dynamoDb(), "Table");
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            List<Async<Boolean>> calls = IntStream.range(0, Integer.parseInt(line))
                    .mapToObj(call -> Async.start(() -> table.get(new Key("pk", "sk")) == null))
                    .toList();
            System.out.println(calls.stream().filter(Async::join).count());
        }
    }
}
