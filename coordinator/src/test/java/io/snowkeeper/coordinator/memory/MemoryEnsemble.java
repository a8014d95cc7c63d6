package io.snowkeeper.coordinator.memory;

import io.snowkeeper.coordinator.MemberSettings;
import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.Refusal;
import io.snowkeeper.coordinator.store.StoreSession;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.coordinator.store.WriteRefusedException;
import io.snowkeeper.core.MillisClock;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * An ensemble in memory: the records that its clients share, their sessions and elections. It has no thread: requests are carried out,
 * and answers given, on the executor. No session ends by itself. Thread-safe.
 */
public final class MemoryEnsemble {

    private final MillisClock clock;
    private final Executor executor;
    private final Tree tree = new Tree();
    private final Map<Long, Connection> sessions = new HashMap<>();
    private final Map<String, Set<Candidate>> elections = new HashMap<>();
    private final Set<Connection> clients = new LinkedHashSet<>();
    private final Set<String> denied = new HashSet<>();
    private final Queue<Runnable> due = new ArrayDeque<>();
    private final List<BiConsumer<String, Optional<StoredRecord>>> observers = new ArrayList<>();
    private long transactions;
    private long lastSession;
    private int clientsMade;
    private long maxWriteBytes = WriteSize.MAX_TAKEN;

    /** Which records are made with this version, the first time that they are made. */
    private Predicate<String> old = path -> false;

    private int oldVersion;
    private final Set<String> born = new HashSet<>();

    /** A candidate for as long as a session lives, even if its client is gone. */
    private record Candidate(MemoryElection election, long session) {}

    /** An ensemble by the operating system's clock, whose callbacks run on the threads that call it. */
    public MemoryEnsemble() {
        this(MillisClock.wall());
    }

    /**
     * An ensemble whose callbacks run on the threads that call it: before a request returns, unless it was made in a callback, or
     * while another thread runs some.
     *
     * @param clock the servers' clock
     */
    public MemoryEnsemble(MillisClock clock) {
        this(clock, new CallingThread());
    }

    /**
     * @param clock the servers' clock
     * @param executor carries out requests and calls back, one step at a time; delayed tasks take longer
     */
    public MemoryEnsemble(MillisClock clock, Executor executor) {
        this.clock = clock;
        this.executor = executor;
    }

    /** Returns another client, not started yet. */
    public MemoryStore client() {
        return client(executor, executor);
    }

    /**
     * Returns another client, not started yet.
     *
     * @param server carries out its requests, one step at a time, in its own time
     * @param back calls it back likewise
     */
    public MemoryStore client(Executor server, Executor back) {
        return call(() -> {
            MemoryStore client = new MemoryStore(this, ++clientsMade, server, back);
            clients.add(client.connection());
            return client;
        });
    }

    /**
     * Adds an observer of each record that is made, written or deleted, empty in the last case.
     *
     * @param observer must not use the ensemble
     */
    public void observe(BiConsumer<String, Optional<StoredRecord>> observer) {
        run(() -> observers.add(observer));
    }

    /** Returns a record as a server knows it that lags behind none; empty if there is none. */
    public Optional<StoredRecord> record(String path) {
        return call(() -> Optional.ofNullable(tree.get(path)).map(node -> node.read(path)));
    }

    /** Returns the names of a record's children, as {@link #record} knows them. */
    public List<String> children(String path) {
        return call(() -> tree.children(path));
    }

    /** Deletes a record and its children, as an operator does. Does nothing if there is none. */
    public void deleteAll(String path) {
        run(() -> {
            for (String child : tree.children(path)) {
                deleteAll(path + "/" + child);
            }
            if (tree.get(path) != null) {
                Transaction transaction = transaction(record -> false);
                transaction.delete(0, path, StoreSession.ANY_VERSION);
                commit(transaction);
            }
        });
    }

    /** Makes a record, or writes it under any version, as an operator does. */
    public void put(String path, byte[] payload) {
        run(() -> {
            Transaction transaction = transaction(record -> false);
            if (tree.get(path) == null) {
                transaction.create(0, path, payload, 0);
            } else {
                transaction.apply(List.of(new Change.Set(path, payload, StoreSession.ANY_VERSION)));
            }
            commit(transaction);
        });
    }

    /** Returns all that the servers have on their disks. */
    public Backup backup() {
        return call(() -> new Backup(tree.copy(), transactions, Set.copyOf(sessions.keySet())));
    }

    /**
     * Replaces the servers' data by a backup, this ensemble's or another one's. No client may be running. Sessions of
     * then live on until they are ended.
     */
    public void restore(Backup backup) {
        run(() -> {
            clients.forEach(Connection::drop);
            tree.replace(backup.tree());
            transactions = backup.transactions();
            clients.clear();
            elections.clear();
            sessions.clear();
            for (long session : backup.sessions()) {
                lastSession = Math.max(lastSession, session);
                sessions.put(session, new MemoryStore(this, ++clientsMade, executor, executor).connection());
            }
        });
    }

    /**
     * Has a record be as one that was written, and had children made, very often. Does nothing if there is none.
     *
     * @param version its version then
     * @param childrenMade how many children were ever made, the present ones included
     */
    public void age(String path, int version, int childrenMade) {
        run(() -> {
            Node node = tree.get(path);
            if (node != null) {
                Update update = new Update(path, node.aged(version, childrenMade), false, false);
                tree.apply(update);
                clients.forEach(client -> client.replica().take(update));
            }
        });
    }

    /**
     * Has records be as ones that were written very often, from when they are made. If one is deleted and made again,
     * it is new then.
     *
     * @param paths of which records
     * @param version the version that they begin with
     */
    public void bearOld(Predicate<String> paths, int version) {
        run(() -> {
            old = paths;
            oldVersion = version;
        });
    }

    private Update bornOld(Update update) {
        Node node = update.node();
        boolean made = node != null && node.stamp().version() == 0 && tree.get(update.path()) == null;
        return made && old.test(update.path()) && born.add(update.path())
                ? new Update(update.path(), node.aged(oldVersion, 0), update.seen(), update.ofChildren())
                : update;
    }

    /** Limits the size of writes, as an operator may: at a larger one, the servers break the connection. */
    public void takeWrites(long maxBytes) {
        run(() -> maxWriteBytes = maxBytes);
    }

    /** Ends a session, as if its client had been silent for too long. Does nothing if there is none. */
    public void expire(long session) {
        run(() -> {
            Connection client = sessions.get(session);
            if (client != null) {
                end(session);
                client.expired(session);
            }
        });
    }

    /** Denies all access to a record, and the creation of others below it. */
    public void deny(String path) {
        run(() -> denied.add(path));
    }

    /** Takes {@link #deny} back. */
    public void allow(String path) {
        run(() -> denied.remove(path));
    }

    static String described(String path) {
        return MemberSettings.DEFAULT_CHROOT + path;
    }

    /** Changes the guarded state, and then runs the tasks that are due. */
    void run(Runnable work) {
        var unused = call(() -> {
            work.run();
            return true;
        });
    }

    /** Uses the guarded state, and then runs the tasks that are due. */
    <T> T call(Supplier<T> work) {
        T result;
        synchronized (this) {
            result = work.get();
        }
        while (!Thread.holdsLock(this)) {
            @Nullable Runnable next;
            synchronized (this) {
                next = due.poll();
            }
            if (next == null) {
                break;
            }
            next.run();
        }
        return result;
    }

    /** Has a task run once nothing is guarded any more. Guarded. */
    void later(Runnable task) {
        due.add(task);
    }

    /** Returns all records. Guarded. */
    Tree tree() {
        return tree;
    }

    /** Guarded. */
    long maxWriteBytes() {
        return maxWriteBytes;
    }

    /** Guarded. */
    boolean denies(String path) {
        return denied.contains(path);
    }

    /** Guarded. */
    long begin(Connection client) {
        sessions.put(++lastSession, client);
        return lastSession;
    }

    /** Guarded. */
    boolean isLive(long session) {
        return sessions.containsKey(session);
    }

    /** Ends a session, and its ephemeral records. Guarded. */
    void end(long session) {
        if (sessions.remove(session) != null) {
            Transaction ending = transaction(record -> false);
            tree.ephemerals(session).forEach(path -> ending.delete(0, path, StoreSession.ANY_VERSION));
            commit(ending);
            List.copyOf(elections.keySet()).forEach(path -> leave(path, candidate -> candidate.session() == session));
        }
    }

    /** Guarded. */
    void forget(Connection client) {
        clients.remove(client);
    }

    /** Does all changes or none. Guarded. */
    List<@Nullable RecordStamp> write(List<Change> changes) {
        Transaction transaction = transaction();
        List<@Nullable RecordStamp> stamps = transaction.apply(changes);
        commit(transaction);
        return stamps;
    }

    /** Makes a record, below parents that are made if need be, with the number of children that there ever were in its name. Guarded. */
    String createNumbered(String prefix, byte[] payload, long session) {
        String parent = String.valueOf(Tree.parentOf(prefix));
        makeFromAbove(parent);
        Transaction transaction = transaction();
        int number = transaction.node(parent).map(Node::childrenMade).orElse(0);
        String path = prefix + String.format(Locale.ROOT, "%010d", number);
        transaction.create(0, path, payload, session);
        commit(transaction);
        return path;
    }

    /**
     * Makes a record, and all above it, where they do not exist. Fails with the problem of the record itself. Guarded.
     */
    void ensure(String path) {
        String parent = Tree.parentOf(path);
        if (parent != null) {
            try {
                ensure(parent);
            } catch (WriteRefusedException e) {
                if (e.reason() == Refusal.DENIED) {
                    throw e;
                }
            }
        }
        makeIfMissing(path);
    }

    /** Makes a record, and all above it, where they do not exist, until something speaks against one. Guarded. */
    private void makeFromAbove(String path) {
        String parent = Tree.parentOf(path);
        if (parent != null) {
            makeFromAbove(parent);
        }
        makeIfMissing(path);
    }

    private void makeIfMissing(String path) {
        if (tree.get(path) == null) {
            Transaction transaction = transaction();
            transaction.create(0, path, new byte[0], 0);
            commit(transaction);
        }
    }

    /** Notifies the first of an election's candidates that it is elected. Guarded. */
    void join(String path, MemoryElection election, long session) {
        makeFromAbove(path);
        elections.computeIfAbsent(path, unused -> new LinkedHashSet<>()).add(new Candidate(election, session));
        tellElected(path);
    }

    /** Guarded. */
    void leave(String path, MemoryElection election) {
        leave(path, candidate -> candidate.election() == election);
    }

    private void leave(String path, Predicate<Candidate> who) {
        if (elections.getOrDefault(path, Set.of()).removeIf(who)) {
            tellElected(path);
        }
    }

    private void tellElected(String path) {
        elections.getOrDefault(path, Set.of()).stream()
                .findFirst()
                .ifPresent(candidate -> candidate.election().elect(candidate.session()));
    }

    private Transaction transaction() {
        return transaction(this::denies);
    }

    private Transaction transaction(Predicate<String> denied) {
        return new Transaction(tree, transactions + 1, clock.millis(), denied);
    }

    private void commit(Transaction transaction) {
        transactions++;
        for (Update made : transaction.updates()) {
            Update update = bornOld(made);
            tree.apply(update);
            if (update.seen()) {
                Optional<StoredRecord> left = Optional.ofNullable(update.node()).map(node -> node.read(update.path()));
                observers.forEach(observer -> observer.accept(update.path(), left));
            }
            clients.forEach(client -> client.replica().take(update));
        }
    }
}
