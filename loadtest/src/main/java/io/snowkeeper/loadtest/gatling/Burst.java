package io.snowkeeper.loadtest.gatling;

import io.gatling.core.action.Action;
import io.gatling.core.session.Session;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.util.concurrent.ScheduledFuture;
import io.snowkeeper.loadtest.client.Answer;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Some requests of one user, one after the other, as many at a time as the protocol allows. Requests on their way when
 * a connection ends have failed; the rest goes over a new one. All of it happens on the event loop of the user.
 */
final class Burst implements UserConnection.Listener {

    /** A request that was sent. */
    private record Sent(long messageId, long atMillis) {}

    private final LineProtocol protocol;
    private final IdRequests asked;
    private final RequestLog figures;
    private final Action next;
    private final Queue<Sent> unanswered = new ArrayDeque<>();
    private Session session;
    private @Nullable UserConnection connection;
    private @Nullable ScheduledFuture<?> watch;
    private int sent;

    Burst(LineProtocol protocol, IdRequests asked, RequestLog figures, Session session, Action next) {
        this.protocol = protocol;
        this.asked = asked;
        this.figures = figures;
        this.session = session;
        this.next = next;
    }

    void start() {
        long timeout = protocol.timeout().toMillis();
        watch = session.eventLoop()
                .scheduleAtFixedRate(
                        this::lookForLateAnswers, timeout, Math.max(1, timeout / 4), TimeUnit.MILLISECONDS);
        Optional<UserConnection> open = UserConnection.of(session);
        if (open.isPresent()) {
            use(open.get(), figures.nowMillis());
        } else {
            connect();
        }
    }

    private void connect() {
        long started = figures.nowMillis();
        UserConnection made = new UserConnection();
        UserConnection.open(session.eventLoop(), protocol.server(), protocol.timeout(), made)
                .addListener(result -> {
                    if (result.isSuccess()) {
                        session = made.in(session);
                        use(made, started);
                    } else {
                        figures.log(session, started, Optional.of("no connection: " + reason(result.cause())));
                        finish(session.markAsFailed());
                    }
                });
    }

    private void use(UserConnection open, long firstFromMillis) {
        connection = open;
        open.listen(this);
        send(open, firstFromMillis);
    }

    private void send(UserConnection to, long fromMillis) {
        while (sent < asked.requests() && unanswered.size() < protocol.depth()) {
            // The numbers go on over reconnections, so that no answer can be taken for another request's.
            to.write(asked.line(sent));
            unanswered.add(new Sent(sent, fromMillis));
            sent++;
        }
        to.flush();
    }

    @Override
    public void answered(ByteBuf line) {
        Sent request = unanswered.remove();
        // Before the answer is read: that takes its time, and is none of the server's.
        long answeredAt = figures.nowMillis();
        figures.log(session, request.atMillis(), answeredAt, take(line, request.messageId()));
        if (unanswered.isEmpty() && sent == asked.requests()) {
            finish(session);
        } else if (connection != null) {
            send(connection, figures.nowMillis());
        }
    }

    private Optional<String> take(ByteBuf line, long messageId) {
        try {
            Answer answer = Answer.read(ByteBufUtil.getBytes(line), asked.batch());
            Optional<String> failure = answer.failure(messageId);
            long[] ids = answer.ids();
            // Also those of an answer that is not as it should be: they were given out.
            protocol.ids().add(ids, 0, ids.length);
            return failure;
        } catch (IOException e) {
            return Optional.of("no answer of the line protocol: " + e.getMessage());
        }
    }

    @Override
    public void ended(String why) {
        for (Sent request : unanswered) {
            figures.log(session, request.atMillis(), Optional.of(why));
        }
        unanswered.clear();
        if (sent == asked.requests()) {
            finish(session.markAsFailed());
        } else {
            connect();
        }
    }

    private void lookForLateAnswers() {
        Sent oldest = unanswered.peek();
        if (oldest != null
                && connection != null
                && figures.nowMillis() - oldest.atMillis() >= protocol.timeout().toMillis()) {
            connection.giveUp("no answer within " + protocol.timeout());
        }
    }

    private void finish(Session left) {
        if (watch != null) {
            watch.cancel(false);
        }
        if (connection != null) {
            connection.listen(null);
        }
        next.$bang(left);
    }

    private static String reason(@Nullable Throwable cause) {
        return cause == null ? "cancelled" : String.valueOf(cause.getMessage());
    }
}
