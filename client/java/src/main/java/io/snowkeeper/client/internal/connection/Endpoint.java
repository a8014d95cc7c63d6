package io.snowkeeper.client.internal.connection;

import io.netty.util.concurrent.EventExecutor;
import io.snowkeeper.core.UnavailableReason;
import io.snowkeeper.core.text.PrintableText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * One server, as one kind of request sees it: its connections, and whether it rests since it failed. Used on the client's
 * thread alone.
 */
public final class Endpoint implements Connection.Owner {

    /** Under the name that users know it by. */
    private static final System.Logger log = System.getLogger("io.snowkeeper.client.Endpoint");

    /** A connection that has carried nothing for so long is given up without another one in its place. */
    private static final long UNUSED_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** A server that stands by takes over within seconds: so often it is asked whether it has. */
    private static final long STANDBY_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** The owner of an endpoint, which is notified of its capacity. */
    public interface Owner {

        /** It may have room for requests. */
        void available(Endpoint endpoint);

        /** It rests from now on. */
        void resting(Endpoint endpoint);
    }

    /**
     * The limits of one server's load.
     *
     * @param connections how many connections there may be
     * @param pipelined how many requests may be in flight on each
     * @param calls how many calls may wait for the requests in flight on each before the next request waits, too
     */
    public record Limits(int connections, int pipelined, int calls) {

        boolean haveRoom(Connection connection) {
            return connection.inFlight() < pipelined && connection.callsInFlight() < calls;
        }
    }

    private final Server server;
    private final Connector connector;
    private final Limits limits;
    private final Backoff backoff;
    private final EventExecutor timer;
    private final Owner owner;
    private final List<Connection> connections = new ArrayList<>();

    private int failures;
    private boolean resting;
    private boolean standsBy;
    private boolean alone;
    private boolean retired;
    private @Nullable String problem;
    private Optional<UnavailableReason> reason = Optional.empty();

    public Endpoint(
            Server server, Connector connector, Limits limits, Backoff backoff, EventExecutor timer, Owner owner) {
        this.server = server;
        this.connector = connector;
        this.limits = limits;
        this.backoff = backoff;
        this.timer = timer;
        this.owner = owner;
    }

    public Server server() {
        return server;
    }

    /** Returns the ready connection with the fewest requests in flight; null if none has room, or it rests. */
    @Nullable
    public Connection leastBusy(long nowNanos) {
        if (isResting()) {
            return null;
        }
        boolean others = hasLasting(nowNanos);
        Connection best = null;
        for (Connection connection : connections) {
            if (connection.isReady()
                    && limits.haveRoom(connection)
                    && !(others ? connection.isLate(nowNanos) : connection.isOver(nowNanos))
                    && (best == null || connection.inFlight() < best.inFlight())) {
                best = connection;
            }
        }
        return best;
    }

    /** Returns whether there is a ready connection that need not be left. */
    private boolean hasLasting(long nowNanos) {
        for (Connection connection : connections) {
            if (connection.isReady() && !connection.isLate(nowNanos)) {
                return true;
            }
        }
        return false;
    }

    /** Opens another connection, unless it rests, has all that it may have, or one is on its way. */
    public void openAnother(long nowNanos) {
        if (!isResting() && mayHaveAnother(nowNanos)) {
            connections.add(connector.open(server, this));
        }
    }

    private boolean mayHaveAnother(long nowNanos) {
        int lasting = 0;
        for (Connection connection : connections) {
            if (connection.isOpening()) {
                return false;
            }
            lasting += connection.isLate(nowNanos) ? 0 : 1;
        }
        return lasting < limits.connections();
    }

    public boolean hasConnections() {
        return !connections.isEmpty();
    }

    /** Returns whether it gets nothing to do for now, or ever. */
    public boolean isResting() {
        return resting || retired;
    }

    /** Gives it no further work. Connections are closed when the requests in flight are answered. */
    public void retire() {
        retired = true;
        List.copyOf(connections).forEach(this::closeIfIdle);
    }

    private void closeIfIdle(Connection connection) {
        if (connection.isOpening() || connection.inFlight() == 0) {
            connection.close(null);
        }
    }

    /** Returns whether its last request succeeded, or there was none yet. */
    public boolean isAnswering() {
        return failures == 0;
    }

    /** Returns whether each of some has failed twice in a row, and has not answered since; false if there are none. */
    public static boolean areAway(Collection<Endpoint> endpoints) {
        return !endpoints.isEmpty() && endpoints.stream().allMatch(endpoint -> endpoint.failures > 1);
    }

    /** Notes that its request succeeded. */
    public void succeeded() {
        if (failures > 0) {
            log.log(System.Logger.Level.INFO, "{0} answers again", server);
        }
        problem = null;
        reason = Optional.empty();
        failures = 0;
        standsBy = false;
    }

    /** Notes its last failure, and the reason that it gave. */
    public void note(String cause, Optional<UnavailableReason> given) {
        problem = cause;
        reason = given;
    }

    /** Returns the reason that all of these last gave, as far as they gave any; empty if none did, or they differ. */
    public static Optional<UnavailableReason> commonReason(Collection<Endpoint> endpoints) {
        Set<UnavailableReason> given =
                endpoints.stream().flatMap(endpoint -> endpoint.reason.stream()).collect(Collectors.toSet());
        return given.size() == 1 ? Optional.of(given.iterator().next()) : Optional.empty();
    }

    /** Leaves it alone for a while. */
    public void rest(String cause, Optional<UnavailableReason> given) {
        if (failures == 0 && !retired) {
            log.log(System.Logger.Level.WARNING, "{0} does not answer for now: {1}", server, PrintableText.of(cause));
        }
        note(cause, given);
        if (isResting()) {
            return;
        }
        resting = true;
        failures++;
        var unused = timer.schedule(this::wake, backoff.nanosAfter(failures), TimeUnit.NANOSECONDS);
        owner.resting(this);
    }

    /**
     * Leaves it alone for a moment, since another server gives the ids: nothing is wrong with it.
     *
     * @param only whether its name stands for all servers, so that another connection may lead to another one
     */
    public void standBy(String cause, boolean only) {
        log.log(System.Logger.Level.DEBUG, "{0} gives no ids for now: {1}", server, PrintableText.of(cause));
        note(cause, Optional.of(UnavailableReason.STANDBY));
        standsBy = true;
        alone = only;
        if (!isResting()) {
            resting = true;
            var unused = timer.schedule(this::wake, STANDBY_NANOS, TimeUnit.NANOSECONDS);
        }
    }

    /** Returns whether it gave no ids when it was asked last, since another server does. */
    public boolean isStandby() {
        return standsBy;
    }

    private void wake() {
        resting = false;
        if (standsBy && alone) {
            List.copyOf(connections).forEach(this::closeIfIdle);
        }
        if (!retired) {
            owner.available(this);
        }
    }

    /** Returns a server and its last failure, for people. */
    public static String describe(Collection<Endpoint> endpoints, Server server) {
        return endpoints.stream()
                .filter(endpoint -> endpoint.server.equals(server))
                .findFirst()
                .map(Endpoint::describe)
                .orElseThrow();
    }

    private String describe() {
        if (problem != null) {
            return "%s (%s)".formatted(server, problem);
        }
        boolean waiting = connections.stream().anyMatch(connection -> connection.inFlight() > 0);
        return "%s (%s)".formatted(server, waiting ? "no answer yet" : "not asked yet");
    }

    public void tick(long nowNanos) {
        List.copyOf(connections).forEach(connection -> connection.tick(nowNanos));
        List.copyOf(connections).stream()
                .filter(connection -> connection.isReady() && connection.isLate(nowNanos))
                .forEach(connection -> leave(connection, nowNanos));
    }

    /** Leaves a connection that its server will end: when nothing is under way, and another one is there if it is used. */
    private void leave(Connection connection, long nowNanos) {
        boolean unused = nowNanos - connection.usedNanos() >= UNUSED_NANOS;
        if (connection.inFlight() == 0 && (unused || hasLasting(nowNanos))) {
            connection.close(null);
        } else if (!hasLasting(nowNanos)) {
            openAnother(nowNanos);
        }
    }

    /** Closes the connections that have nothing in flight and were not used since then. */
    public void closeUnusedSince(long thenNanos) {
        for (Connection connection : List.copyOf(connections)) {
            if (connection.isReady() && connection.inFlight() == 0 && connection.usedNanos() - thenNanos < 0) {
                connection.close(null);
            }
        }
    }

    /** Closes all connections, and opens none any more: one that is opened while the client's thread ends stays open. */
    public void close() {
        retired = true;
        List.copyOf(connections).forEach(connection -> connection.close(null));
    }

    @Override
    public void available(Connection connection) {
        if (retired) {
            closeIfIdle(connection);
        }
        owner.available(this);
    }

    @Override
    public void closed(Connection connection, @Nullable String cause) {
        connections.remove(connection);
        if (cause != null) {
            rest(cause, connection.reason());
        }
    }
}
