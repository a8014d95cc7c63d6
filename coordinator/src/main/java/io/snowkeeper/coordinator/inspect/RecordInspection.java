package io.snowkeeper.coordinator.inspect;

import io.snowkeeper.coordinator.CoordinatorUnavailableException;
import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.Environment;
import io.snowkeeper.coordinator.store.NoAnswerException;
import io.snowkeeper.coordinator.store.RecordChildren;
import io.snowkeeper.coordinator.store.StoreSession;
import io.snowkeeper.coordinator.store.StoredRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A reader of a fleet's records as they are, whatever they hold. What it reads is what was written before, and nothing is ever
 * written. Blocks; for one thread.
 *
 * <p>Paths are below the fleet's root: {@code /workers/17}, and {@code /} for the root itself.
 */
public final class RecordInspection implements AutoCloseable {

    /** Names between slashes, none of them one or two dots, and none with signs that are not seen. */
    private static final Pattern PATH = Pattern.compile("(/(?!\\.{1,2}(/|$))[^/\\p{Cc}\\p{Cf}\\p{Cs}]+)*");

    private static final Comparator<String> BY_NUMBER_OR_NAME = Comparator.comparing((String name) -> !isNumber(name))
            .thenComparingInt(name -> isNumber(name) ? name.length() : 0)
            .thenComparing(Comparator.naturalOrder());

    private final CoordinationStore store;
    private final Environment environment;
    private final Duration timeout;

    /**
     * @param store connected; closed with this
     * @param environment how callers wait
     * @param timeout how long they wait for each answer
     */
    public RecordInspection(CoordinationStore store, Environment environment, Duration timeout) {
        this.store = store;
        this.environment = environment;
        this.timeout = timeout;
    }

    /**
     * Reads a record, empty if there is none.
     *
     * @throws IllegalArgumentException if it is no path
     * @throws CoordinatorUnavailableException if ZooKeeper does not answer, or denies access
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    public Optional<StoredRecord> read(String path) throws InterruptedException {
        String checked = checked(path);
        catchUp();
        return ask(session -> session.read(checked));
    }

    /**
     * Returns whether everybody has access to a record who reaches the store.
     *
     * @throws IllegalArgumentException if it is no path
     * @throws CoordinatorUnavailableException if ZooKeeper does not answer, or denies access
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    public boolean isOpen(String path) throws InterruptedException {
        String checked = checked(path);
        return !ask(session -> store.openRecords(List.of(checked))).isEmpty();
    }

    /**
     * Reads the names of a record's children, by number or else by name; empty if there is no such record.
     *
     * @throws IllegalArgumentException if it is no path
     * @throws CoordinatorUnavailableException if ZooKeeper does not answer, or denies access
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    public Optional<List<String>> children(String path) throws InterruptedException {
        String checked = checked(path);
        catchUp();
        return ask(session -> session.children(checked)).map(RecordInspection::sorted);
    }

    /**
     * Reads a record and those below it, each before its children, and the children by number or else by name.
     *
     * @param depth how many levels below it are read; 0 for itself alone
     * @param limit how many records are read at the most, at least 1
     * @return empty if there is no such record
     * @throws IllegalArgumentException if it is no path
     * @throws CoordinatorUnavailableException if ZooKeeper does not answer, or denies access
     * @throws InterruptedException if the thread is interrupted meanwhile
     */
    public Optional<RecordTree> tree(String path, int depth, int limit) throws InterruptedException {
        Walk walk = new Walk(depth, limit);
        String checked = checked(path);
        catchUp();
        boolean whole = walk.visit(checked, 0);
        return walk.found.isEmpty() ? Optional.empty() : Optional.of(new RecordTree(walk.found, whole));
    }

    /** Returns a path as operators know it, with the fleet's root. */
    public String describe(String path) {
        return store.describe(plain(path));
    }

    /** A walk through records. */
    private final class Walk {

        private final int depth;
        private final int limit;
        private final List<RecordTree.Branch> found = new ArrayList<>();

        Walk(int depth, int limit) {
            this.depth = depth;
            this.limit = limit;
        }

        /** Returns whether all of it was within the limit. What is deleted meanwhile is passed over. */
        boolean visit(String path, int level) throws InterruptedException {
            if (found.size() == limit) {
                return false;
            }
            Optional<RecordChildren> record = ask(session -> session.children(path));
            if (record.isEmpty()) {
                return true;
            }
            found.add(new RecordTree.Branch(path, level, record.get().stamp()));
            if (level == depth) {
                return true;
            }
            for (String name : sorted(record.get())) {
                if (!visit(path + "/" + name, level + 1)) {
                    return false;
                }
            }
            return true;
        }
    }

    private static List<String> sorted(RecordChildren record) {
        return record.names().stream().sorted(BY_NUMBER_OR_NAME).toList();
    }

    private static boolean isNumber(String name) {
        return name.chars().allMatch(letter -> letter >= '0' && letter <= '9');
    }

    private static String plain(String path) {
        String absolute = path.startsWith("/") ? path : "/" + path;
        return absolute.endsWith("/") ? absolute.substring(0, absolute.length() - 1) : absolute;
    }

    private static String checked(String path) {
        String plain = plain(path);
        if (!PATH.matcher(plain).matches()) {
            throw new IllegalArgumentException(
                    "must be a path below the fleet's root, such as /workers/17: path=" + path);
        }
        return plain;
    }

    private <T extends @Nullable Object> T ask(Function<StoreSession, CompletableFuture<T>> question)
            throws InterruptedException {
        try {
            return environment.await(question.apply(store.session()), timeout);
        } catch (ExecutionException e) {
            throw new CoordinatorUnavailableException(String.valueOf(cause(e).getMessage()), e);
        } catch (TimeoutException e) {
            throw new CoordinatorUnavailableException(
                    "ZooKeeper does not answer within %s ms".formatted(timeout.toMillis()), e);
        } catch (NoAnswerException e) {
            throw new CoordinatorUnavailableException(String.valueOf(e.getMessage()), e);
        }
    }

    /** So that what is read is of now, whichever server answers. */
    private void catchUp() throws InterruptedException {
        var unused = ask(StoreSession::sync);
    }

    private static Throwable cause(ExecutionException e) {
        return e.getCause() == null ? e : e.getCause();
    }

    @Override
    public void close() {
        store.close();
    }
}
