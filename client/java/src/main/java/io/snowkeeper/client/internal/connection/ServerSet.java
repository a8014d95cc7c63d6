package io.snowkeeper.client.internal.connection;

import io.snowkeeper.core.text.HostPort;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;

/**
 * The servers that a client's names stand for. Names are looked up when the first call is made, then while they are used, and soon
 * after one of their servers has failed. Used on the client's thread alone.
 */
public final class ServerSet {

    /** The listener to a set of servers. */
    public interface Listener {

        /** There is another one. */
        void added(Server server);

        /** Its name no longer stands for it. */
        void gone(Server server);
    }

    private final LongSupplier nanoTime;
    private final List<NameLookup> names;
    private boolean begun;

    /**
     * @param names the names in the client's settings
     * @param thread the client's
     * @param nanoTime the stopwatch
     * @param interval how long a name's addresses are used without another lookup
     * @param backoff how long a name is left alone that cannot be looked up
     */
    public ServerSet(
            List<HostPort> names,
            AddressLookup lookup,
            Executor thread,
            LongSupplier nanoTime,
            Duration interval,
            Backoff backoff,
            Listener listener) {
        this.nanoTime = nanoTime;
        long now = nanoTime.getAsLong();
        this.names = names.stream()
                .map(name -> new NameLookup(name, lookup, thread, interval, backoff, listener, now))
                .toList();
    }

    /** Notes that there is a call for them. */
    public void use() {
        for (NameLookup name : names) {
            name.use();
        }
        if (!begun) {
            begun = true;
            tick(nanoTime.getAsLong());
        }
    }

    /** Notes that one has failed. */
    public void failed(Server server) {
        names.stream().filter(name -> name.has(server)).forEach(NameLookup::failed);
    }

    /** Looks up the names that are due. */
    public void tick(long nowNanos) {
        names.forEach(name -> name.tick(nowNanos));
    }

    /**
     * Returns each name's servers and how they do, for people, in the order in which the names were given.
     *
     * @param describe returns the state of a server
     */
    public String describe(Function<Server, String> describe) {
        return names.stream().flatMap(name -> name.describe(describe)).collect(Collectors.joining(", "));
    }
}
