package io.snowkeeper.client.internal.dispatch;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.nio.NioEventLoopGroup;
import io.netty.handler.ssl.SslContext;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.snowkeeper.client.internal.connection.AddressLookup;
import io.snowkeeper.client.internal.connection.Backoff;
import io.snowkeeper.client.internal.connection.Connector;
import io.snowkeeper.client.internal.connection.Endpoint;
import io.snowkeeper.client.internal.connection.NettyConnector;
import io.snowkeeper.client.internal.connection.Server;
import io.snowkeeper.client.internal.connection.ServerSet;
import io.snowkeeper.client.internal.connection.SystemLookup;
import io.snowkeeper.client.internal.wire.ClientIdentity;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The engine of a client, from its first call to its end: one thread, connections, and calls that wait. Thread-safe. */
public final class ClientRuntime {

    private static final System.Logger log = System.getLogger("io.snowkeeper.client.ClientRuntime");

    /** A request that waits for an answer goes on while others are under way; more than that wait and leave together. */
    private static final int PIPELINED = 4;

    /**
     * Beyond this number of calls in flight, further calls are better sent together: a request costs as much as some of
     * them.
     */
    private static final int CALLS_IN_FLIGHT = 16;

    /** By default a node answers about a sequence within 2 s, if only that it cannot. */
    private static final Duration SEQUENCE_ATTEMPT = Duration.ofMillis(2500);

    private static final Duration FIRST_REST = Duration.ofMillis(20);
    private static final Duration LONGEST_REST = Duration.ofSeconds(1);

    /** How often deadlines are checked while calls wait. */
    private static final Duration TICK = Duration.ofMillis(10);

    /** How often connections are looked at. */
    private static final Duration SLOW_TICK = Duration.ofSeconds(1);

    /** Below the five minutes after which a node closes a connection, so that no request meets that. */
    private static final Duration UNUSED = Duration.ofMinutes(1);

    private final EventLoopGroup group;
    private final EventLoop thread;
    private final LongSupplier nanoTime;
    private final ClientSettings settings;
    private final CallFailures failures;
    private final ServerSet servers;
    private final IdDispatcher ids;
    private final SequenceDispatcher sequences;
    private final AtomicInteger waiting = new AtomicInteger();
    private final AdmittedCall.Places places = this::left;
    private final CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();
    private final List<CallObserver> observers = new CopyOnWriteArrayList<>();
    private volatile boolean closing;
    private boolean ticking;

    /**
     * @param tls encrypts connections; empty for plain ones
     * @param token presented on each connection; empty for none
     * @param failures makes the exceptions that calls fail with
     * @param group of one thread, and ours: it is shut down at the end
     * @param nanoTime the stopwatch, as {@link System#nanoTime}
     * @param random may be used by several threads
     */
    public ClientRuntime(
            ClientSettings settings,
            Optional<? extends Supplier<SslContext>> tls,
            Optional<String> token,
            CallFailures failures,
            EventLoopGroup group,
            AddressLookup lookup,
            LongSupplier nanoTime,
            RandomGenerator random) {
        this.settings = settings;
        this.failures = failures;
        this.group = group;
        this.thread = group.next();
        this.nanoTime = nanoTime;
        Backoff backoff = new Backoff(FIRST_REST, LONGEST_REST, random);
        Connector connector = new NettyConnector(
                thread, tls, new ClientIdentity(random, nanoTime, token), settings.attemptTimeout(), random);
        long attemptNanos = settings.attemptTimeout().toNanos();
        long sequenceNanos = Math.max(attemptNanos, SEQUENCE_ATTEMPT.toNanos());
        servers = new ServerSet(
                settings.servers(),
                lookup,
                thread,
                nanoTime,
                settings.lookupInterval(),
                backoff,
                new EndpointsOfServers(connector, backoff));
        ids = new IdDispatcher(thread, new WaitingCallers(), nanoTime, failures, settings, servers, attemptNanos);
        sequences = new SequenceDispatcher(
                this::executeAndTick, thread, nanoTime, failures, settings, servers, sequenceNanos, backoff);
        var unused = thread.scheduleWithFixedDelay(
                () -> reportDefects(this::slowTick), SLOW_TICK.toNanos(), SLOW_TICK.toNanos(), TimeUnit.NANOSECONDS);
    }

    /**
     * Starts the runtime of a client.
     *
     * @param tls encrypts connections; empty for plain ones
     * @param token presented on each connection; empty for none
     * @param failures makes the exceptions that calls fail with
     */
    public static ClientRuntime start(
            ClientSettings settings,
            Optional<? extends Supplier<SslContext>> tls,
            Optional<String> token,
            CallFailures failures) {
        ExecutorService lookups = Executors.newCachedThreadPool(new DefaultThreadFactory("snowkeeper-lookup", true));
        @SuppressWarnings("deprecation") // Netty 4.1 has no other.
        EventLoopGroup group = new NioEventLoopGroup(1, new DefaultThreadFactory("snowkeeper-client", true));
        var unused = group.terminationFuture().addListener(ended -> lookups.shutdown());
        Random random = new Random();
        try {
            return new ClientRuntime(
                    settings, tls, token, failures, group, new SystemLookup(lookups), System::nanoTime, random);
        } catch (RuntimeException e) {
            group.shutdownGracefully(0, 1, TimeUnit.SECONDS).addListener(ended -> lookups.shutdown());
            throw e;
        }
    }

    public boolean isClosing() {
        return closing;
    }

    /** Returns when a call that begins now must be over. */
    public long newDeadline() {
        return nanoTime.getAsLong() + settings.deadline().toNanos();
    }

    public <T> IdCall<T> submit(IdCall<T> call) {
        if (admit(call)) {
            ids.submit(call);
        }
        return call;
    }

    public <T> SequenceCall<T> submit(SequenceCall<T> call) {
        if (admit(call)) {
            sequences.submit(call);
        }
        return call;
    }

    private boolean admit(AdmittedCall<?> call) {
        // Counted before we look whether it is closing, and closing looks at the count afterwards: no call is
        // forgotten.
        int now = waiting.incrementAndGet();
        call.admitted(places);
        if (closing) {
            return !call.completeExceptionally(failures.closed());
        }
        if (now > settings.maxWaiting()) {
            return !call.completeExceptionally(failures.tooManyCalls(settings.maxWaiting()));
        }
        return true;
    }

    private void left(AdmittedCall<?> call, @Nullable Throwable failure) {
        waiting.decrementAndGet();
        if (!observers.isEmpty()) {
            long nanos = settings.deadline().toNanos() - call.leftNanos(nanoTime.getAsLong());
            observers.forEach(observer -> reportDefects(() -> observer.over(call.type(), nanos, failure)));
        }
    }

    /** Adds an observer. */
    public void observe(CallObserver observer) {
        observers.add(observer);
    }

    /** Returns how many calls wait for an answer. */
    public int waiting() {
        return waiting.get();
    }

    /** Returns how many calls were sent again, each time that they were. */
    public long retries() {
        return ids.retries() + sequences.retries();
    }

    /**
     * Refuses the client's own thread.
     *
     * @throws IllegalStateException on that thread
     */
    public void requireThreadThatMayWait() {
        if (thread.inEventLoop()) {
            throw new IllegalStateException(
                    "the client's own thread must not wait for itself: use the methods that return a stage");
        }
    }

    /** Refuses new calls, and waits until the others were answered, unless the caller cannot wait. */
    public void close() {
        closing = true;
        tickNow();
        if (thread.inEventLoop()) {
            return;
        }
        try {
            ended.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException("a client's end cannot fail", e);
        }
    }

    private void executeAndTick(Runnable task) {
        thread.execute(() -> {
            callsCame();
            task.run();
        });
    }

    private void callsCame() {
        reportDefects(servers::use);
        startTicking();
    }

    private void startTicking() {
        if (!ticking) {
            ticking = true;
            tickLater();
        }
    }

    private void tickNow() {
        try {
            thread.execute(this::startTicking);
        } catch (RejectedExecutionException e) {
            // It has ended already.
        }
    }

    private void tickLater() {
        var unused = thread.schedule(this::tick, TICK.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void tick() {
        try {
            reportDefects(() -> lookAtDeadlines(nanoTime.getAsLong()));
        } finally {
            // In this order: a call admitted before it is closing has been counted by then.
            boolean last = closing;
            ticking = waiting.get() > 0;
            if (ticking) {
                tickLater();
            } else if (last) {
                end();
            }
        }
    }

    /** Runs a task and logs a defect in it, which stops neither the looks at deadlines nor the completion of a call. */
    private static void reportDefects(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            log.log(System.Logger.Level.ERROR, "a defect of the client", e);
        }
    }

    private void lookAtDeadlines(long nowNanos) {
        if (waiting.get() > 0) {
            reportDefects(servers::use);
        }
        reportDefects(() -> servers.tick(nowNanos));
        reportDefects(() -> ids.tick(nowNanos));
        reportDefects(() -> sequences.tick(nowNanos));
    }

    private void slowTick() {
        long now = nanoTime.getAsLong();
        // Connections may be opening without a waiting call.
        lookAtDeadlines(now);
        ids.closeUnusedSince(now - UNUSED.toNanos());
        sequences.closeUnusedSince(now - UNUSED.toNanos());
        if (!observers.isEmpty()) {
            Map<String, Boolean> answering = new LinkedHashMap<>();
            ids.eachServer((server, answers) -> answering.merge(server.toString(), answers, Boolean::logicalAnd));
            sequences.eachServer((server, answers) -> answering.merge(server.toString(), answers, Boolean::logicalAnd));
            observers.forEach(observer -> observer.servers(answering));
        }
    }

    private void end() {
        if (group.isShuttingDown()) {
            return;
        }
        reportDefects(ids::close);
        reportDefects(sequences::close);
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).addListener(done -> ended.complete(null));
    }

    /** The callers of the dispatcher of ids. */
    private final class WaitingCallers implements IdDispatcher.Callers {

        // Where no other thread wants the processor it costs next to nothing, and nothing hangs on it.
        @SuppressWarnings("ThreadPriorityCheck")
        private final GivingWay way = new GivingWay(nanoTime, Thread::yield);

        @Override
        public void came() {
            callsCame();
        }

        @Override
        public void letRun() {
            way.once();
        }
    }

    /** The endpoints of each server: one for ids, one for sequences. */
    private final class EndpointsOfServers implements ServerSet.Listener {

        private final Connector connector;
        private final Backoff backoff;
        private final Endpoint.Limits idLimits =
                new Endpoint.Limits(settings.connections(), PIPELINED, CALLS_IN_FLIGHT);
        private final Endpoint.Limits sequenceLimits = new Endpoint.Limits(settings.sequenceConnections(), 1, 1);

        EndpointsOfServers(Connector connector, Backoff backoff) {
            this.connector = connector;
            this.backoff = backoff;
        }

        @Override
        public void added(Server server) {
            ids.add(new Endpoint(server, connector, idLimits, backoff, thread, ids));
            sequences.add(new Endpoint(server, connector, sequenceLimits, backoff, thread, sequences));
        }

        @Override
        public void gone(Server server) {
            ids.retire(server);
            sequences.retire(server);
        }
    }
}
