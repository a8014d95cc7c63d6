package io.snowkeeper.coordinator.store.difference;

import static io.snowkeeper.coordinator.store.Answers.get;
import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.CoordinationStoreContract.Client;
import io.snowkeeper.coordinator.store.EphemeralRecord;
import io.snowkeeper.coordinator.store.NoAnswerException;
import io.snowkeeper.coordinator.store.RecordChildren;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.StoreDeniedException;
import io.snowkeeper.coordinator.store.StoreSession;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.coordinator.store.WriteRefusedException;
import io.snowkeeper.testkit.time.Patience;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * A performance of a script on a stage. Its transcript has only the parts that the contract fixes:
 *
 * <ul>
 *   <li>Transactions are compared by their order, sessions by which are the same, times by whether all of one
 *       transaction are the same. Names of children are compared as sets.
 *   <li>It has the prefix and the number of an ephemeral record's name, and not its unique part; the size of writes to
 *       such paths is left out with it.
 *   <li>A client reads after a sync, since without one its read may be stale. So its watches are counted when it has
 *       heard of all that was written before. That a watch may be called for nothing is no excuse: neither store does
 *       so while nothing fails.
 *   <li>Notices to watches when their session ends are left out, as are all writes that are larger than
 *       {@code maxWriteBytes} and not much larger than a server takes: an ensemble may break over them.
 *   <li>A creation of an ephemeral record stands alone, being no request of a session that has an order with others. So
 *       does a request that breaks the connection: earlier ones may have been answered or not.
 *   <li>It has that one candidate of an election is elected, and stays so; not which of several is next, nor the record
 *       at its path, but for its existence.
 * </ul>
 */
final class Performance {

    private static final int LONGEST_NAME = 1_024;

    private final Stage stage;
    private final Transcript transcript = new Transcript();
    private final List<String> claims = new ArrayList<>();
    private final Map<Integer, Watches> watches = new HashMap<>();
    private final Candidates candidates = new Candidates();

    private Performance(Stage stage) {
        this.stage = stage;
    }

    /**
     * Plays a script, and returns its transcript.
     *
     * @throws NoAnswerException if a connection was lost that the script does not break
     */
    static List<String> of(Script script, Stage stage) throws Exception {
        Performance performance = new Performance(stage);
        boolean over = false;
        try {
            for (Turn turn : script.turns()) {
                performance.play(turn);
            }
            performance.end();
            over = true;
        } finally {
            performance.candidates.closeAll();
            stage.clear(!over || performance.candidates.any());
        }
        return performance.transcript.lines();
    }

    private void play(Turn turn) throws Exception {
        if (turn instanceof Turn.Requests several) {
            play(several);
        } else if (turn instanceof Turn.Claim claim) {
            play(claim);
        } else if (turn instanceof Turn.Reopening reopening) {
            reopen(reopening.client());
        } else if (turn instanceof Turn.Expiry expiry) {
            expire(expiry.client());
        } else if (turn instanceof Turn.Absence absence) {
            play(absence);
        } else if (turn instanceof Turn.Aging aging) {
            stage.age(path(aging.path()), aging.version(), aging.childrenMade());
        } else if (turn instanceof Turn.Candidacy candidacy) {
            candidates.enter(candidacy.client(), candidacy.path(), store(candidacy.client()));
            tellElected(candidacy.path());
        } else if (turn instanceof Turn.Withdrawal withdrawal) {
            candidates.withdraw(withdrawal.client()).ifPresent(this::tellElected);
        }
    }

    private void play(Turn.Requests turn) throws Exception {
        CoordinationStore store = store(turn.client());
        StoreSession session = store.session();
        // Other clients' writes may not have come to this client's server yet.
        get(session.sync());
        Map<String, Integer> found = versions(session, turn);
        List<CompletableFuture<String>> answers = new ArrayList<>();
        for (Request request : turn.requests()) {
            answers.add(ask(turn.client(), request, found));
        }
        boolean connected = true;
        for (int i = 0; i < answers.size(); i++) {
            String answer = told(answers.get(i));
            connected &= !answer.equals(NO_ANSWER);
            transcript.add("client %d: %s -> %s"
                    .formatted(turn.client(), turn.requests().get(i), answer));
        }
        if (!connected) {
            Clients.awaitConnection(store);
        }
        tellCalls(turn.client());
    }

    private Map<String, Integer> versions(StoreSession session, Turn.Requests turn) throws Exception {
        Map<String, Integer> versions = new HashMap<>();
        for (Request request : turn.requests()) {
            if (request instanceof Request.Write write) {
                for (Draft draft : write.drafts()) {
                    String path = path(draft.path());
                    if (draft.needsVersion() && !versions.containsKey(path)) {
                        versions.put(
                                path,
                                get(session.stamp(path, null))
                                        .map(RecordStamp::version)
                                        .orElse(0));
                    }
                }
            }
        }
        return versions;
    }

    private CompletableFuture<String> ask(int client, Request request, Map<String, Integer> found) throws Exception {
        CoordinationStore store = store(client);
        StoreSession session = store.session();
        if (request instanceof Request.Ensure ensure) {
            return session.ensure(path(ensure.path())).thenApply(unused -> "done");
        } else if (request instanceof Request.Read read) {
            return session.read(path(read.path()), watches(client).watch(read.watch()))
                    .thenApply(record -> record.map(this::shown).orElse("none"));
        } else if (request instanceof Request.ReadAll several) {
            return session.readAll(several.paths().stream().map(this::path).toList())
                    .thenApply(records -> records.stream()
                            .map(record -> record.map(this::shown).orElse("none"))
                            .toList()
                            .toString());
        } else if (request instanceof Request.Stamp stamp) {
            return session.stamp(path(stamp.path()), watches(client).watch(stamp.watch()))
                    .thenApply(record -> record.map(transcript::stamp).orElse("none"));
        } else if (request instanceof Request.Children children) {
            return session.children(path(children.path()))
                    .thenApply(record -> record.map(this::shown).orElse("none"));
        } else if (request instanceof Request.Write write) {
            List<Change> changes = changes(store, write, found);
            String size = size(store, write, changes);
            return session.write(changes)
                    .handle((stamps, failure) -> size + (failure == null ? shown(stamps) : shown(failure)));
        } else if (request instanceof Request.Confirm confirm) {
            return session.confirm(path(confirm.path())).thenApply(String::valueOf);
        } else if (request instanceof Request.OpenRecords open) {
            return store.openRecords(open.paths().stream().map(this::path).toList())
                    .thenApply(paths ->
                            paths.stream().map(transcript::path).toList().toString());
        }
        return session.sync().thenApply(unused -> "done");
    }

    /** How long the names of ephemeral records are is not said. */
    private static String size(CoordinationStore store, Request.Write write, List<Change> changes) {
        return write.drafts().stream().anyMatch(draft -> draft.path().startsWith("$"))
                ? ""
                : "size %d, ".formatted(store.sizeOf(changes));
    }

    private List<Change> changes(CoordinationStore store, Request.Write write, Map<String, Integer> found) {
        List<Change> changes = new ArrayList<>();
        for (Draft draft : write.drafts()) {
            String path = path(draft.path());
            int version = found.getOrDefault(path, 0);
            int bytes = draft.bytes() == Draft.LARGEST ? largest(store, draft, path, version) : draft.bytes();
            changes.add(draft.at(path, bytes, version));
        }
        return changes;
    }

    /** Returns how much a write of this path alone may have; of an ephemeral record, however long its name is. */
    private static int largest(CoordinationStore store, Draft draft, String path, int version) {
        long others = draft.path().startsWith("$") ? LONGEST_NAME : store.sizeOf(List.of(draft.at(path, 0, version)));
        return Math.toIntExact(store.maxWriteBytes() - others);
    }

    private void play(Turn.Claim turn) throws Exception {
        CoordinationStore store = store(turn.client());
        get(store.session().sync());
        String prefix = path(turn.prefix());
        CompletableFuture<EphemeralRecord> made = store.createEphemeral(prefix, new byte[turn.bytes()]);
        String answer = told(made.thenApply(claim -> {
            transcript.claim(claim, prefix);
            claims.add(claim.path());
            return "%s of %s"
                    .formatted(
                            transcript.path(claim.path()),
                            claim.session() == store.session().id() ? "its session" : "another session");
        }));
        transcript.add("client %d: %s -> %s".formatted(turn.client(), turn, answer));
        tellCalls(turn.client());
    }

    private void reopen(int client) throws Exception {
        List<String> left = new ArrayList<>();
        for (Optional<String> path = candidates.withdraw(client);
                path.isPresent();
                path = candidates.withdraw(client)) {
            left.add(path.get());
        }
        // The notices to a watch while its session ends are not fixed.
        watches.remove(client);
        stage.reopen(client);
        transcript.add("client %d: another store".formatted(client));
        left.forEach(this::tellElected);
    }

    private void expire(int number) throws Exception {
        Client client = stage.client(number);
        long before = client.store().session().id();
        watches.remove(number);
        client.expireSession();
        await().until(() -> isOther(client.store(), before));
        Clients.awaitConnection(client.store());
        transcript.add("client %d: another session".formatted(number));
        candidates.doubt(number);
        candidates.paths().forEach(this::tellElected);
    }

    private static boolean isOther(CoordinationStore store, long before) {
        try {
            long now = store.session().id();
            return now != 0 && now != before;
        } catch (NoAnswerException e) {
            return false;
        }
    }

    private void play(Turn.Absence turn) throws Exception {
        Client absent = stage.client(turn.client());
        absent.cut();
        candidates.doubt(turn.client());
        try {
            play(turn.meanwhile());
        } finally {
            absent.heal();
        }
        Clients.awaitConnection(absent.store());
        candidates.paths().forEach(this::tellElected);
        tellCalls(turn.client());
    }

    private void tellElected(String path) {
        transcript.add("elected at %s: %s".formatted(path, candidates.outcome(path)));
    }

    private void tellCalls(int client) {
        transcript.add("client %d: watches called: %s"
                .formatted(client, watches(client).calls()));
    }

    /** Records which watches were called, and the present records. */
    private void end() throws Exception {
        for (int client : watches.keySet()) {
            get(store(client).session().sync());
            tellCalls(client);
        }
        StoreSession session = store(0).session();
        get(session.sync());
        tellTree(session, "");
    }

    private void tellTree(StoreSession session, String path) throws Exception {
        transcript.add("%s: %s"
                .formatted(
                        transcript.path(path),
                        told(session.read(path)
                                .thenApply(record -> record.map(this::shown).orElse("none")))));
        if (isOfElection(path)) {
            return;
        }
        try {
            for (String name : get(session.children(path)).map(RecordChildren::names).orElse(List.of()).stream()
                    .sorted(Comparator.comparing(transcript::path))
                    .toList()) {
                tellTree(session, path + "/" + name);
            }
        } catch (NoAnswerException | StoreDeniedException e) {
            transcript.add("%s: names of children: %s".formatted(transcript.path(path), shown(e)));
            Clients.awaitConnection(store(0));
        }
    }

    /** Whether the records below are the store's affair. */
    private static boolean isOfElection(String path) {
        return path.endsWith(ScriptWriter.ELECTION);
    }

    // --- the lines' form

    static final String NO_ANSWER = "no answer";

    private String shown(StoredRecord record) {
        RecordStamp stamp = record.stamp();
        return transcript.payload(record.payload())
                + (isOfElection(record.path()) ? "" : ", " + transcript.stamp(stamp));
    }

    private String shown(RecordChildren children) {
        return children.names().stream().map(transcript::path).sorted().toList() + ", "
                + transcript.stamp(children.stamp());
    }

    private String shown(List<@Nullable RecordStamp> stamps) {
        return stamps.stream()
                .map(stamp -> stamp == null ? "-" : transcript.stamp(stamp))
                .toList()
                .toString();
    }

    private static String shown(Throwable failure) {
        if (failure instanceof WriteRefusedException refused) {
            return "change %d refused, %s".formatted(refused.change(), refused.reason());
        } else if (failure instanceof NoAnswerException) {
            return NO_ANSWER;
        } else if (failure instanceof StoreDeniedException) {
            return "denied";
        }
        return failure.toString();
    }

    private static String told(CompletableFuture<String> answer) throws InterruptedException {
        try {
            return answer.get(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            return shown(e.getCause());
        } catch (TimeoutException e) {
            return "waits for an answer in vain";
        }
    }

    private CoordinationStore store(int client) throws Exception {
        return stage.client(client).store();
    }

    private Watches watches(int client) {
        return watches.computeIfAbsent(client, unused -> new Watches());
    }

    /** Returns a path, of an ephemeral record of the script if it begins with its number. */
    private String path(String written) {
        if (!written.startsWith("$")) {
            return written;
        }
        int slash = written.indexOf('/');
        String number = slash < 0 ? written.substring(1) : written.substring(1, slash);
        int claim = Integer.parseInt(number);
        return (claim < claims.size() ? claims.get(claim) : "/unclaimed") + (slash < 0 ? "" : written.substring(slash));
    }
}
