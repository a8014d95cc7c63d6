package io.snowkeeper.client.internal.connection;

import io.snowkeeper.core.text.HostPort;
import io.snowkeeper.core.text.PrintableText;
import java.net.InetAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The lookup of one name, again and again while it is used: its last addresses, and when it is due. A name that cannot
 * be looked up keeps the addresses that it had. Used on the client's thread alone.
 */
final class NameLookup {

    /** Under the name that users know it by. */
    private static final System.Logger log = System.getLogger("io.snowkeeper.client.Endpoint");

    /** Where one of its servers has failed, it may be since there is another one by now. */
    private static final Duration REFRESH_AFTER_FAILURE = Duration.ofSeconds(1);

    private final HostPort name;
    private final AddressLookup lookup;
    private final Executor thread;
    private final Duration interval;
    private final Backoff backoff;
    private final ServerSet.Listener listener;
    private final Set<Server> servers = new LinkedHashSet<>();

    private boolean used;
    private boolean underWay;
    private long startedNanos;
    private long dueNanos;
    private int failures;
    private @Nullable String problem;

    /**
     * @param thread the client's
     * @param interval how long addresses are used without another lookup
     */
    NameLookup(
            HostPort name,
            AddressLookup lookup,
            Executor thread,
            Duration interval,
            Backoff backoff,
            ServerSet.Listener listener,
            long nowNanos) {
        this.name = name;
        this.lookup = lookup;
        this.thread = thread;
        this.interval = interval;
        this.backoff = backoff;
        this.listener = listener;
        this.dueNanos = nowNanos;
    }

    /** Schedules the next lookup. */
    void use() {
        used = true;
    }

    boolean has(Server server) {
        return servers.contains(server);
    }

    /** Looks it up earlier than scheduled. */
    void failed() {
        long soon = startedNanos + REFRESH_AFTER_FAILURE.toNanos();
        if (soon - dueNanos < 0) {
            dueNanos = soon;
        }
    }

    /** Looks it up if that is due, and it was used since the last time. */
    void tick(long nowNanos) {
        if (!used || underWay || nowNanos - dueNanos < 0) {
            return;
        }
        used = false;
        underWay = true;
        startedNanos = nowNanos;
        CompletableFuture<List<InetAddress>> addresses = addresses();
        // Numeric addresses are known at once, so that their first user finds all servers.
        var unused = addresses.whenCompleteAsync(this::found, addresses.isDone() ? Runnable::run : thread);
    }

    private CompletableFuture<List<InetAddress>> addresses() {
        try {
            return lookup.addresses(name.host()).toCompletableFuture();
        } catch (RuntimeException | OutOfMemoryError e) {
            // For want of a thread, it cannot even begin.
            return CompletableFuture.failedFuture(e);
        }
    }

    private void found(@Nullable List<InetAddress> addresses, @Nullable Throwable failure) {
        underWay = false;
        if (addresses == null || failure != null) {
            failed(failure);
            return;
        }
        if (failures > 0) {
            log.log(System.Logger.Level.INFO, "{0} can be resolved again", name);
        }
        failures = 0;
        problem = null;
        dueNanos = startedNanos + interval.toNanos();
        change(addresses);
    }

    private void failed(@Nullable Throwable failure) {
        failures++;
        problem = "cannot resolve: " + (failure == null ? "no addresses" : Causes.describe(failure));
        // Its servers can do without; if it has none yet, calls wait for it.
        dueNanos = startedNanos + (servers.isEmpty() ? backoff.nanosAfter(failures) : interval.toNanos());
        used = used || servers.isEmpty();
        if (failures == 1) {
            log.log(
                    System.Logger.Level.WARNING,
                    "{0} {1}",
                    name,
                    PrintableText.of(problem + (servers.isEmpty() ? "" : "; it keeps the addresses that it had")));
        }
    }

    private void change(List<InetAddress> addresses) {
        Set<Server> present = new LinkedHashSet<>();
        addresses.forEach(address -> present.add(new Server(name, address)));
        List<Server> gone = new ArrayList<>(servers);
        gone.removeAll(present);
        List<Server> added = new ArrayList<>(present);
        added.removeAll(servers);
        servers.addAll(added);
        gone.forEach(servers::remove);
        // In this order: there is always a server to take the work of the removed ones.
        added.forEach(listener::added);
        gone.forEach(listener::gone);
    }

    /** Returns how each of its servers does, for people; if it has none, why. */
    Stream<String> describe(Function<Server, String> describe) {
        return servers.isEmpty()
                ? Stream.of("%s (%s)".formatted(name, problem == null ? "not looked up yet" : problem))
                : servers.stream().map(describe);
    }
}
