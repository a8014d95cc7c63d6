package io.snowkeeper.coordinator.store.difference;

import io.snowkeeper.coordinator.store.StoreSession;
import io.snowkeeper.coordinator.store.difference.Draft.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** A writer of scripts: all that one is comes from its seed. */
final class ScriptWriter {

    /** The suffix of elections' paths. No other path does. */
    static final String ELECTION = "/election";

    private static final int MOST_CLIENTS = 3;
    private static final int WATCHES = 8;
    private static final int LONG_NAMES = 4;
    private static final int LONG_NAME = 230_000;

    /** With the long ones as many bytes as a client takes of names. */
    private static final int LAST_NAME = 1024 * 1024 - 1 - 4 - 16 - 68 - LONG_NAMES * (4 + LONG_NAME) - 4;

    /** Much more than a server takes, and than may be sent to several that pass it on. */
    private static final int TOO_LARGE = 1_500_000;

    private static final List<String> PATHS = List.of(
            "",
            "/a",
            "/a",
            "/a/b",
            "/a/b",
            "/a/b",
            "/a/c",
            "/a/b/d",
            "/e",
            "/e/b",
            "/e/b/c",
            "/no/way",
            "/a/ ä\"b\\",
            "/a/...",
            "/a/b/名前",
            "/e/-",
            "/e/%00",
            "$0",
            "$1",
            "$2",
            "$0/x",
            "$1/x/y");

    private static final List<String> PREFIXES = List.of(
            "/c-", "/a/c-", "/a/c-", "/a/b/c-", "/e/é-", "/e/b/new/c-", "/a/--", "$0/c-", "$0/x/c-", "$0/x/y/c-");

    private final long seed;
    private final boolean old;
    private final SplittableRandom random;
    private final int clients;
    private final List<Turn> turns = new ArrayList<>();
    private int fill;

    private ScriptWriter(long seed, boolean old) {
        this.seed = seed;
        this.old = old;
        this.random = new SplittableRandom(seed);
        this.clients = random.nextInt(1, MOST_CLIENTS + 1);
    }

    /** Returns the script of a seed. */
    static Script write(long seed) {
        return new ScriptWriter(seed, false).write();
    }

    /** Returns the script of a seed in which records are old: their counters are near the last number that there is. */
    static Script writeOfOldRecords(long seed) {
        return new ScriptWriter(seed, true).write();
    }

    private Script write() {
        int steps = random.nextInt(10, 41);
        boolean elections = oneIn(25);
        if (!oneIn(8)) {
            turns.add(new Turn.Requests(client(), List.of(new Request.Ensure("/a/b"))));
        }
        while (new Script(seed, turns).steps() < steps) {
            addTurn(elections);
        }
        return new Script(seed, turns);
    }

    private void addTurn(boolean elections) {
        if (old && oneIn(5)) {
            addAging();
        } else if (oneIn(10)) {
            turns.add(new Turn.Claim(client(), pick(PREFIXES), random.nextInt(3)));
        } else if (oneIn(30)) {
            turns.add(new Turn.Reopening(client()));
        } else if (oneIn(700)) {
            turns.add(new Turn.Expiry(client()));
        } else if (clients > 1 && oneIn(700)) {
            int absent = client();
            turns.add(new Turn.Absence(absent, requests((absent + 1) % clients)));
        } else if (oneIn(1000)) {
            addLargeWrites();
        } else if (oneIn(3000)) {
            addManyNames();
        } else if (oneIn(8)) {
            // Alone: two large records are more than an answer holds.
            turns.add(alone(client(), new Request.ReadAll(many(1 + random.nextInt(4), i -> pick(PATHS)))));
        } else if (elections && oneIn(4)) {
            turns.add(
                    random.nextBoolean()
                            ? new Turn.Candidacy(client(), oneIn(2) ? ELECTION : "/a" + ELECTION)
                            : new Turn.Withdrawal(client()));
        } else {
            turns.add(requests(client()));
        }
    }

    /** A version soon wraps, or soon is the one that stands for any. */
    private void addAging() {
        int writes = random.nextInt(4);
        int version = oneIn(3) ? StoreSession.ANY_VERSION - writes : Integer.MAX_VALUE - writes;
        turns.add(new Turn.Aging(client(), pick(PATHS), version, Integer.MAX_VALUE - random.nextInt(5)));
    }

    private Turn.Requests requests(int client) {
        int several = oneIn(2) ? 1 : random.nextInt(2, 6);
        return new Turn.Requests(client, many(several, i -> request()));
    }

    private Request request() {
        return switch (random.nextInt(20)) {
            case 0 -> new Request.Ensure(pick(PATHS));
            case 1, 2, 3 -> new Request.Read(pick(PATHS), watch());
            case 4, 5 -> new Request.Stamp(pick(PATHS), watch());
            case 6, 7 -> new Request.Children(pick(PATHS));
            case 8 -> new Request.Confirm(pick(PATHS));
            case 9 ->
                oneIn(2) ? new Request.Sync() : new Request.OpenRecords(many(random.nextInt(3), i -> pick(PATHS)));
            case 10, 11, 12, 13, 14, 15 -> new Request.Write(List.of(draft()));
            default -> new Request.Write(many(oneIn(20) ? 0 : random.nextInt(2, 7), i -> draft()));
        };
    }

    private Draft draft() {
        Kind kind = switch (random.nextInt(10)) {
            case 0, 1, 2, 3 -> Kind.CREATE;
            case 4, 5, 6 -> Kind.SET;
            case 7, 8 -> Kind.DELETE;
            default -> Kind.CHECK;
        };
        int expected = switch (random.nextInt(10)) {
            case 0, 1, 2 -> Draft.ANY;
            case 3 -> 1;
            case 4 -> oneIn(2) ? -1 : random.nextInt(-3, 4);
            default -> 0;
        };
        return draft(kind, pick(PATHS), bytes(), expected);
    }

    private Draft draft(Kind kind, String path, int bytes, int expected) {
        return new Draft(kind, path, bytes, ++fill, expected);
    }

    private int bytes() {
        return switch (random.nextInt(8)) {
            case 0, 1 -> 0;
            case 2 -> 1;
            case 3 -> random.nextInt(5_000);
            default -> random.nextInt(2, 40);
        };
    }

    /** As large as may be, and too large. */
    private void addLargeWrites() {
        int client = client();
        Kind kind = oneIn(2) ? Kind.CREATE : Kind.SET;
        int bytes = oneIn(2) ? TOO_LARGE : Draft.LARGEST;
        turns.add(alone(client, new Request.Write(List.of(draft(kind, pick(PATHS), bytes, Draft.ANY)))));
    }

    /** As many long names as an answer can hold, or a byte more. */
    private void addManyNames() {
        int client = client();
        turns.add(alone(client, new Request.Ensure("/many")));
        for (int i = 0; i < LONG_NAMES; i++) {
            turns.add(alone(client, new Request.Write(List.of(draft(Kind.CREATE, name(i, LONG_NAME), 0, Draft.ANY)))));
        }
        String last = name(LONG_NAMES, LAST_NAME + random.nextInt(2));
        turns.add(alone(client, new Request.Write(List.of(draft(Kind.CREATE, last, 0, Draft.ANY)))));
        turns.add(alone(client(), new Request.Children("/many")));
        turns.add(alone(client, new Request.Write(List.of(draft(Kind.DELETE, name(0, LONG_NAME), 0, Draft.ANY)))));
        turns.add(alone(client(), new Request.Children("/many")));
    }

    private static String name(int number, int length) {
        return "/many/" + Character.toString('a' + number).repeat(length);
    }

    private static Turn alone(int client, Request request) {
        return new Turn.Requests(client, List.of(request));
    }

    private int client() {
        return random.nextInt(clients);
    }

    private int watch() {
        return oneIn(2) ? 0 : random.nextInt(1, WATCHES + 1);
    }

    private boolean oneIn(int several) {
        return random.nextInt(several) == 0;
    }

    private String pick(List<String> several) {
        return several.get(random.nextInt(several.size()));
    }

    private static <T> List<T> many(int count, IntFunction<T> one) {
        return IntStream.range(0, count).mapToObj(one).toList();
    }
}
