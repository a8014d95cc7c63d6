package io.snowkeeper.client.internal.connection;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.DecoderException;
import io.snowkeeper.client.internal.wire.Answer;
import io.snowkeeper.client.internal.wire.AnswerReader;
import io.snowkeeper.client.internal.wire.ClientIdentity;
import io.snowkeeper.client.internal.wire.Exchange;
import io.snowkeeper.client.internal.wire.InvalidAnswerException;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.text.TlsFailure;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.function.BiConsumer;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/**
 * A connection to one server, with requests in flight. Answers come in the order of the requests; any other line, or no
 * answer in time, closes it. It is ready when the server has said by a first exchange that it serves. Used on the
 * client's thread alone.
 */
public final class Connection extends SimpleChannelInboundHandler<byte[]> {

    /** The size of an answer beside its numbers: texts, or a sequence's ranges. */
    private static final int MAX_LINE = 64 * 1024;

    private static final int MAX_NUMBER = ", \"9223372036854775807\"".length();

    /** The owner of a connection, which is notified of its states. */
    public interface Owner {

        /** It is ready, or has room for another request. */
        void available(Connection connection);

        /**
         * It is closed. Its exchanges are notified afterwards.
         *
         * @param problem why, null if there is nothing wrong
         */
        void closed(Connection connection, @Nullable String problem);
    }

    private enum State {
        OPENING,
        PROBING,
        READY,
        CLOSED
    }

    private record InFlight(long msgId, long sentNanos, Exchange exchange) {}

    private final ClientIdentity self;
    private final long openTimeoutNanos;
    private final long begunNanos;
    private final double random;
    private final Owner owner;
    private final MonotonicCheck ids = new MonotonicCheck();
    private final Queue<InFlight> inFlight = new ArrayDeque<>();

    private State state = State.OPENING;
    private Optional<UnavailableReason> reason = Optional.empty();
    private long usedNanos;
    private Lifetime life = Lifetime.ENDLESS;
    private @Nullable Channel channel;

    /**
     * @param self the client's identity
     * @param openTimeoutNanos how long it may take until it is ready
     * @param random from 0, inclusive, to 1, exclusive: spreads the moments at which connections leave
     */
    Connection(ClientIdentity self, long openTimeoutNanos, double random, Owner owner) {
        super(byte[].class);
        this.self = self;
        this.openTimeoutNanos = openTimeoutNanos;
        this.owner = owner;
        this.random = random;
        this.begunNanos = self.nanoTime();
        this.usedNanos = begunNanos;
    }

    /** Takes the channel that it goes over from now on, with all handlers but ours in place. */
    void opened(Channel open) {
        if (state != State.OPENING || !open.isActive()) {
            var unused = open.close();
            close("it closed the connection");
            return;
        }
        channel = open;
        open.pipeline().addLast(this);
        // Both at once: the requests after the token are authenticated by it.
        self.token().ifPresent(this::authenticate);
        probe();
    }

    /** Sends a request. Only to be called while it is ready. */
    public void send(Exchange exchange) {
        Channel open = channel;
        if (open == null || state == State.OPENING || state == State.CLOSED) {
            throw new IllegalStateException("a connection must be open to send: it is " + state);
        }
        usedNanos = self.nanoTime();
        long msgId = self.nextMsgId();
        // First: what cannot be put into a line is not in flight.
        ByteBuf line = ByteBufUtil.writeAscii(open.alloc(), exchange.line(self.name(), msgId));
        inFlight.add(new InFlight(msgId, usedNanos, exchange));
        open.writeAndFlush(line).addListener(written -> {
            if (!written.isSuccess()) {
                close("cannot write: " + Causes.describe(written.cause()));
            }
        });
    }

    private void authenticate(String token) {
        state = State.PROBING;
        send(new TokenShowing(token, openTimeoutNanos, this::close));
    }

    /** Asks the server anew whether it serves, before anything else is sent. Only to be called while nothing is in flight. */
    public void probe() {
        state = State.PROBING;
        send(new StatusProbe(openTimeoutNanos, this::probed));
    }

    /** Returns the reason that the server gave when it was closed for that, empty if it gave none. */
    Optional<UnavailableReason> reason() {
        return reason;
    }

    boolean isReady() {
        return state == State.READY;
    }

    /** Returns whether another one should take its place, since its server will end it. */
    boolean isLate(long nowNanos) {
        return life.isLate(nowNanos);
    }

    /** Returns whether nothing may be sent over it any more. */
    boolean isOver(long nowNanos) {
        return life.isOver(nowNanos);
    }

    boolean isOpening() {
        return state == State.OPENING || state == State.PROBING;
    }

    public int inFlight() {
        return inFlight.size();
    }

    /** Returns how many calls wait for the requests in flight. */
    int callsInFlight() {
        int calls = 0;
        for (InFlight sent : inFlight) {
            calls += sent.exchange().calls();
        }
        return calls;
    }

    /** Returns when it was last used, by the client's stopwatch. */
    long usedNanos() {
        return usedNanos;
    }

    /** Returns the check for the ids that come over it. */
    public MonotonicCheck ids() {
        return ids;
    }

    /** Handles overdue answers. */
    void tick(long nowNanos) {
        InFlight oldest = inFlight.peek();
        if (oldest != null && nowNanos - oldest.sentNanos() > oldest.exchange().timeoutNanos()) {
            close("no answer within %s ms".formatted(oldest.exchange().timeoutNanos() / 1_000_000));
        } else if (state == State.OPENING && nowNanos - usedNanos > openTimeoutNanos) {
            close("no connection within %s ms".formatted(openTimeoutNanos / 1_000_000));
        }
        inFlight.forEach(sent -> sent.exchange().expire(nowNanos));
    }

    /**
     * Closes it, if it is not closed.
     *
     * @param problem why, null if there is nothing wrong
     */
    void close(@Nullable String problem) {
        close(problem, Exchange::broken);
    }

    /** @param lost called for each exchange in flight: no answer will come */
    private void close(@Nullable String problem, BiConsumer<Exchange, String> lost) {
        if (state == State.CLOSED) {
            return;
        }
        state = State.CLOSED;
        if (channel != null) {
            var unused = channel.close();
        }
        owner.closed(this, problem);
        String cause = problem == null ? "the connection was closed" : problem;
        for (InFlight sent = inFlight.poll(); sent != null; sent = inFlight.poll()) {
            lost.accept(sent.exchange(), cause);
        }
        owner.available(this);
    }

    /** Returns how many bytes the next answer may have. */
    int maxLine() {
        InFlight oldest = inFlight.peek();
        return oldest == null ? MAX_LINE : MAX_LINE + oldest.exchange().numbers() * MAX_NUMBER;
    }

    @Override
    protected void channelRead0(ChannelHandlerContext context, byte[] line) {
        if (state == State.CLOSED) {
            return;
        }
        try {
            take(AnswerReader.read(line));
        } catch (InvalidAnswerException | ArithmeticException e) {
            close("not the answer that was due: %s: %s".formatted(e.getMessage(), excerpt(line)));
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        close(inFlight.isEmpty() && state == State.READY ? null : "it closed the connection without an answer");
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
        Throwable reason = cause instanceof DecoderException && cause.getCause() != null ? cause.getCause() : cause;
        if (reason instanceof SSLException) {
            // A server that does not accept our certificate may say so after the handshake only.
            close("no TLS: " + TlsFailure.describe(reason, "it"));
            return;
        }
        close((reason instanceof InvalidAnswerException ? "not the answer that was due: " : "the connection failed: ")
                + Causes.describe(reason));
    }

    private void take(Answer answer) {
        InFlight due = inFlight.peek();
        if (answer.isError() && answer.inReplyTo().isEmpty()) {
            if (due == null && state == State.READY && !answer.mayHaveBegun()) {
                // The node is being stopped: nothing is lost, and another one may answer at its address.
                close(null);
                return;
            }
            reason = answer.reason();
            // The server answers in order: its answer to the next request applies to those behind it.
            close(
                    "error %s: %s".formatted(answer.code(), answer.text("text")),
                    answer.mayHaveBegun() ? Exchange::broken : Exchange::unbegun);
            return;
        }
        if (due == null) {
            throw new InvalidAnswerException("nothing was asked");
        }
        if (answer.inReplyTo().isEmpty() || answer.inReplyTo().getAsLong() != due.msgId()) {
            throw new InvalidAnswerException("in_reply_to must be %s".formatted(due.msgId()));
        }
        if (!answer.dest().equals(self.dest())) {
            throw new InvalidAnswerException("dest must be " + self.name());
        }
        due.exchange().answered(answer);
        if (state != State.CLOSED) {
            inFlight.remove();
            owner.available(this);
        }
    }

    private void probed(@Nullable String problem, Optional<UnavailableReason> told, OptionalLong maxAgeMillis) {
        reason = told;
        if (problem == null) {
            life = new Lifetime(begunNanos, maxAgeMillis, random);
            state = State.READY;
        } else {
            close(problem);
        }
    }

    private static String excerpt(byte[] line) {
        String text = new String(line, 0, Math.min(line.length, 100), US_ASCII).replaceAll("[^ -~]", "?");
        return line.length <= 100 ? text : text + "...";
    }
}
