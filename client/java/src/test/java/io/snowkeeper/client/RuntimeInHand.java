package io.snowkeeper.client;

import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.snowkeeper.client.internal.connection.AddressLookup;
import io.snowkeeper.client.internal.dispatch.CallObserver;
import io.snowkeeper.client.internal.dispatch.ClientRuntime;
import io.snowkeeper.client.internal.dispatch.ClientSettings;
import io.snowkeeper.client.internal.dispatch.IdCall;
import io.snowkeeper.core.text.HostPort;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/** The engine of a client, with a stopwatch that the test turns and a lookup that it answers. */
final class RuntimeInHand implements AutoCloseable {

    static final Duration LOOKUP_INTERVAL = Duration.ofSeconds(5);

    /** The limit of a call, and of an attempt, where only the test lets time pass. */
    static final Duration DEADLINE = Duration.ofHours(1);

    static final Duration ATTEMPT = Duration.ofMinutes(10);

    /** As long as the call: an attempt whose answer is on its way when the deadline comes has not failed by that. */
    static final Duration ENDLESS = DEADLINE;

    /** After a few of these, a server that has failed is asked again. */
    private static final Duration REST = Duration.ofMillis(50);

    private final AtomicLong now =
            new AtomicLong(Long.MAX_VALUE - Duration.ofSeconds(1).toNanos());

    @SuppressWarnings("deprecation") // Netty 4.1 has no other.
    private final EventLoopGroup group = new NioEventLoopGroup(1);

    private final AtomicBoolean defect = new AtomicBoolean();
    private final ClientRuntime runtime;

    /** Makes one whose servers are on this machine, and whose calls end when the test lets their time pass. */
    RuntimeInHand(String servers) {
        this(servers, DEADLINE, ENDLESS);
    }

    /** Makes one for a server that misbehaves; attempts end when the test lets their time pass, if the client waits for their end. */
    RuntimeInHand(String server, Misbehaviour misbehaviour) {
        this(server, DEADLINE, misbehaviour.isAwaited() ? ATTEMPT : ENDLESS);
    }

    /** Makes one whose servers are on this machine. */
    RuntimeInHand(String servers, Duration deadline, Duration attemptTimeout) {
        this(servers, deadline, deadline, attemptTimeout);
    }

    /** Makes one that waits less while no server is there. */
    RuntimeInHand(String servers, Duration deadline, Duration away, Duration attemptTimeout) {
        this(servers, deadline, away, attemptTimeout, RuntimeInHand::onThisMachine, Optional.empty());
    }

    RuntimeInHand(String servers, Duration deadline, Duration attemptTimeout, AddressLookup lookup) {
        this(servers, deadline, deadline, attemptTimeout, lookup, Optional.empty());
    }

    /** Makes one that speaks TLS, as the one without. */
    RuntimeInHand(String servers, TlsFiles tls) {
        this(servers, DEADLINE, DEADLINE, ENDLESS, RuntimeInHand::onThisMachine, Optional.of(tls));
    }

    private RuntimeInHand(
            String servers,
            Duration deadline,
            Duration away,
            Duration attemptTimeout,
            AddressLookup lookup,
            Optional<TlsFiles> tls) {
        ClientSettings settings = new ClientSettings(
                HostPort.parseList(servers, 7070), deadline, away, attemptTimeout, 1, 8, LOOKUP_INTERVAL, 100);
        runtime = new ClientRuntime(
                settings,
                tls.map(TlsContexts::new),
                Optional.empty(),
                new SnowkeeperFailures(),
                group,
                lookup,
                this::now,
                new Random());
    }

    private long now() {
        if (group.next().inEventLoop() && defect.getAndSet(false)) {
            throw new IllegalStateException("a defect that the test made");
        }
        return now.get();
    }

    /** Makes the client's thread meet a defect when it looks at the time, and waits until it has. */
    void meetADefect() {
        defect.set(true);
        await().until(() -> !defect.get());
    }

    void observe(CallObserver observer) {
        runtime.observe(observer);
    }

    void pass(Duration time) {
        now.addAndGet(time.toNanos());
    }

    /** Waits for something that comes once servers that have failed are asked again. */
    void passUntil(BooleanSupplier due) {
        await().until(() -> {
            pass(REST);
            return due.getAsBoolean();
        });
    }

    /** Returns a call's failure at its deadline, after the only server was asked in vain, and once more. */
    Throwable failureOf(CompletionStage<?> call, FakeServer asked, Misbehaviour misbehaviour) {
        long begun = now.get();
        int before = asked.requests().size();
        await().until(() -> asked.requests().size() > before);
        if (misbehaviour.isAwaited()) {
            pass(ATTEMPT);
        }
        return failureOf(call, begun, () -> asked.requests().size() > before + 1);
    }

    /** Returns what a call that was just begun fails with at its deadline, which comes when something else has come, for which time passes too. */
    Throwable failureOf(CompletionStage<?> call, BooleanSupplier beforehand) {
        return failureOf(call, now.get(), beforehand);
    }

    private Throwable failureOf(CompletionStage<?> call, long begun, BooleanSupplier beforehand) {
        passUntil(beforehand);
        now.set(begun + DEADLINE.toNanos());
        CompletableFuture<?> made = call.toCompletableFuture();
        await().until(made::isDone);
        return catchThrowable(made::join).getCause();
    }

    /** Returns a client with this engine. */
    SnowkeeperClient client() {
        return new SnowkeeperClient(new AsyncSnowkeeperClient(runtime, Optional.empty(), Optional.empty()));
    }

    private static CompletableFuture<List<InetAddress>> onThisMachine(String name) {
        return CompletableFuture.completedFuture(List.of(InetAddress.getLoopbackAddress()));
    }

    CompletableFuture<Long> next() {
        return runtime.submit(IdCall.one(runtime.newDeadline()));
    }

    AsyncSequenceClient sequence(String name) {
        return new AsyncSequenceClient(name, runtime, Optional.empty(), false);
    }

    @Override
    public void close() {
        runtime.close();
    }
}
