package io.snowkeeper.loadtest.attack.traffic;

import io.snowkeeper.loadtest.client.Transport;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/** The known attacks, each as strong as one attacker with few resources makes it. */
@SuppressWarnings("ImmutableEnumChecker") // An attack has no state of its own: its arguments define it.
public enum AttackKind {
    UNREAD_DOCUMENTS(
            "2 clients ask 13,000 times for /openapi.json and read nothing",
            new UnreadAnswers("GET /openapi.json", 2, 13_000)),
    UNREAD_IDS(
            "2 clients ask 2,000 times for 10,000 ids by HTTP and read nothing",
            new UnreadAnswers("POST /v1/ids?count=10000", 2, 2_000)),
    UNFINISHED_LINES(
            "400 clients send 1 MiB of a line, and not its end", new UnfinishedLines(400, 1_048_000, Duration.ZERO)),
    DRIPPING_LINES(
            "400 clients send 60 KiB of a line, and then a few bytes ten times a second",
            new UnfinishedLines(400, 60_000, Duration.ofMillis(100))),
    MANY_CONNECTIONS("1,800 clients connect to a node with 1,500 file descriptors", new HeldConnections(1_800)),
    HELLO_FLOOD("a recorded ClientHello over a new connection each time, closed at once", new ClientHelloFlood()),
    COLLIDING_NAMES(
            "2 clients send lines of 80,000 JSON names with one hash", new LongLines(2, LongLines::collidingNames)),
    COLLIDING_IDS("2 clients send lines of 50,000 ids with one hash", new LongLines(2, LongLines::collidingIds)),
    LISTINGS("4 clients list all sequences by HTTP without a pause", ExpensiveRequests.listings(4)),
    PIPELINED_REQUESTS("8 clients send 1,000 HTTP requests at once, every second", new PipelinedRequests(8, 1_000)),
    PIPELINED_LINES(
            "4 clients send requests of every type by lines, some hundred of each together, without a pause",
            RequestFloods.ofLines(4)),
    PIPELINED_COMMANDS(
            "4 clients send commands of every kind, some hundred of each together, without a pause",
            RequestFloods.ofCommands(4)),
    PIPELINED_READS(
            "4 clients send HTTP requests for all there is to read, some hundred of each together, without a pause",
            RequestFloods.ofReads(4)),
    MANY_HEADERS("4 clients send HTTP requests of 4,000 headers without a pause", ExpensiveRequests.headers(4)),
    LONG_ACCEPT("4 clients send HTTP requests that accept 8,000 things without a pause", ExpensiveRequests.accept(4));

    private static final int FILES_FOR_MANY_CONNECTIONS = 1_500;

    private final String description;
    private final Attack attack;

    AttackKind(String description, Attack attack) {
        this.description = description;
        this.attack = attack;
    }

    /** Returns the kind of this name, as users write it. */
    public static Optional<AttackKind> named(String name) {
        return Arrays.stream(values())
                .filter(kind -> kind.toString().equals(name))
                .findFirst();
    }

    public String description() {
        return description;
    }

    Attack attack() {
        return attack;
    }

    /** Returns how many files the node may have open, empty for as many as the machine lets it. */
    public OptionalInt fileLimit() {
        return this == MANY_CONNECTIONS ? OptionalInt.of(FILES_FOR_MANY_CONNECTIONS) : OptionalInt.empty();
    }

    /**
     * Returns whether no client can be expected to connect meanwhile: an attacker with all connections shuts the others
     * out, whatever a node does, unless it limits connections per address.
     */
    public boolean takesAllConnections() {
        return this == MANY_CONNECTIONS;
    }

    /** Returns whether it needs many sequences to be there. */
    public boolean needsSequences() {
        return this == LISTINGS;
    }

    /** Returns whether it can be done to a node that speaks this. */
    public boolean worksOver(Transport transport) {
        return this != HELLO_FLOOD || transport == Transport.TLS;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
