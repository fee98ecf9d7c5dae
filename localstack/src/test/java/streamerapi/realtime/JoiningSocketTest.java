package streamerapi.realtime;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/// The note in a joining socket's row of the last event that it was not sent.
class JoiningSocketTest {

    private final MemorySockets account = new MemorySockets();
    private final Sockets sockets = account.sockets;

    @Test
    void anOlderEventThatIsHandedOnAgainLeavesTheNoteOfANewerOne() {
        Socket socket = account.joining("c1");

        assertThat(sockets.passBy(socket, "E#9")).isNull();
        assertThat(sockets.passBy(socket, "E#5")).isNull();

        assertThat(sockets.goLive(socket, "E#7")).isEqualTo("E#9");
        assertThat(sockets.goLive(socket, "E#9")).isNull();
        assertThat(sockets.passBy(socket, "E#8"))
                .isNotNull()
                .extracting(Socket::stage)
                .isEqualTo(new Socket.Live("E#9"));
    }
}
