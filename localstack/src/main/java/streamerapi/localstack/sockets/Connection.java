package streamerapi.localstack.sockets;

import org.eclipse.jetty.websocket.api.Callback;
import org.eclipse.jetty.websocket.api.Session;
import org.eclipse.jetty.websocket.api.StatusCode;
import org.jspecify.annotations.Nullable;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;

/// One client's socket. Its messages are handed on in the order in which they came; a post that its receiver does not
/// take in time closes it.
public final class Connection extends Session.Listener.AbstractAutoDemanding {
    /// A frame of a post, at most; API Gateway's is 32 KB, and a character takes three bytes at most.
    private static final int FRAME_CHARACTERS = 8 * 1024;

    /// An event of a client that waits for its function.
    private sealed interface Incoming {
        record Message(String body, boolean base64) implements Incoming {}

        record Gone(int status, String reason) implements Incoming {}
    }

    private final SocketEvents events;
    private final SocketGateway gateway;
    private final ReentrantLock sending = new ReentrantLock(true);
    private final LinkedBlockingQueue<Incoming> incoming = new LinkedBlockingQueue<>();
    private volatile @Nullable Session session;
    private volatile @Nullable Future<?> end;
    private volatile Instant lastActiveAt;

    Connection(SocketEvents events, SocketGateway gateway) {
        this.events = events;
        this.gateway = gateway;
        this.lastActiveAt = events.connectedAt();
    }

    SocketEvents events() {
        return events;
    }

    Instant lastActiveAt() {
        return lastActiveAt;
    }

    /// Sends a text. False if the client has gone, or does not take it in time and is therefore dropped.
    boolean post(String text) {
        Session open = session;
        if (open == null || !open.isOpen()) {
            return false;
        }
        try {
            long millis = gateway.limits().slowReceiver().toMillis();
            if (!sending.tryLock(millis, TimeUnit.MILLISECONDS)) {
                open.disconnect();
                return false;
            }
            try {
                send(open, text, millis);
                lastActiveAt = gateway.clock().instant();
                return true;
            } finally {
                sending.unlock();
            }
        } catch (ExecutionException | TimeoutException e) {
            open.disconnect();
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static void send(Session session, String text, long millis)
            throws ExecutionException, InterruptedException, TimeoutException {
        int from = 0;
        do {
            int to = Math.min(text.length(), from + FRAME_CHARACTERS);
            if (to < text.length() && Character.isHighSurrogate(text.charAt(to - 1))) {
                to--;
            }
            var sent = new CompletableFuture<@Nullable Void>();
            var callback = Callback.from(() -> sent.complete(null), sent::completeExceptionally);
            if (from == 0 && to == text.length()) {
                session.sendText(text, callback);
            } else {
                session.sendPartialText(text.substring(from, to), to == text.length(), callback);
            }
            sent.get(millis, TimeUnit.MILLISECONDS);
            from = to;
        } while (from < text.length());
    }

    /// Notes the task that will close it for its age.
    void endsWith(Future<?> task) {
        end = task;
    }

    void cancelEnd() {
        Future<?> task = end;
        if (task != null) {
            task.cancel(false);
        }
    }

    void close(int status, String reason) {
        Session open = session;
        if (open != null) {
            open.close(status, reason, Callback.NOOP);
        }
    }

    /// A socket that its client dropped: the close that follows tells the service.
    @Override
    public void onWebSocketError(Throwable cause) {
        System.getLogger(Connection.class.getName()).log(System.Logger.Level.DEBUG, "A client went", cause);
    }

    @Override
    public void onWebSocketOpen(Session opened) {
        session = opened;
        gateway.opened(this);
        Thread.startVirtualThread(this::handOn);
    }

    @Override
    public void onWebSocketText(String text) {
        incoming.add(new Incoming.Message(text, false));
    }

    @Override
    public void onWebSocketBinary(ByteBuffer payload, Callback callback) {
        byte[] bytes = new byte[payload.remaining()];
        payload.get(bytes);
        callback.succeed();
        incoming.add(new Incoming.Message(Base64.getEncoder().encodeToString(bytes), true));
    }

    @Override
    public void onWebSocketClose(int status, String reason, Callback callback) {
        gateway.closed(this);
        incoming.add(new Incoming.Gone(status == StatusCode.NO_CODE ? 1005 : status, reason == null ? "" : reason));
        callback.succeed();
    }

    private void handOn() {
        try {
            while (true) {
                switch (incoming.take()) {
                    case Incoming.Message message -> {
                        lastActiveAt = gateway.clock().instant();
                        gateway.message(this, message.body(), message.base64());
                    }
                    case Incoming.Gone gone -> {
                        gateway.disconnected(this, gone.status(), gone.reason());
                        return;
                    }
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
