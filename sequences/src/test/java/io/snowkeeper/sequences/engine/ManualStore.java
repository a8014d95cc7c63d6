package io.snowkeeper.sequences.engine;

import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.Environment;
import io.snowkeeper.coordinator.store.NoAnswerException;
import io.snowkeeper.coordinator.store.RecordStamp;
import io.snowkeeper.coordinator.store.Refusal;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.coordinator.store.Watch;
import io.snowkeeper.coordinator.store.WriteRefusedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store, whose requests and answers wait until a test lets them through or loses them. So a test says at which
 * moment a connection is cut, and it is the same moment each time.
 */
final class ManualStore extends ClockedStore {

    private final List<Request<?>> requests = new ArrayList<>();
    private final List<Late> late = new ArrayList<>();
    private final List<Request<?>> answeredByFormer = new ArrayList<>();
    private final Queue<Runnable> events = new ConcurrentLinkedQueue<>();
    private final AtomicInteger session = new AtomicInteger();

    ManualStore(CoordinationStore store, @Nullable ServerClock clock, String zone, Environment environment) {
        super(store, clock, zone, environment);
    }

    /** A node's unanswered request to ZooKeeper. */
    static final class Request<T> {

        private final Supplier<CompletableFuture<T>> call;
        private final CompletableFuture<T> answer = new CompletableFuture<>();
        private @Nullable CompletableFuture<T> done;
        final boolean isWrite;

        /** The changes of a write. */
        final List<Change> changes;

        Request(boolean isWrite, List<Change> changes, Supplier<CompletableFuture<T>> call) {
            this.isWrite = isWrite;
            this.changes = changes;
            this.call = call;
        }

        /** Has the store refuse the change of a record whose path ends so. */
        void refuse(String pathsEnd) {
            int change = 0;
            while (!changes.get(change).path().endsWith(pathsEnd)) {
                change++;
            }
            answer.completeExceptionally(new WriteRefusedException(
                    change,
                    Refusal.OTHER,
                    "a quota is used up: " + changes.get(change).path()));
        }

        /** Has the store refuse all. */
        void refuse() {
            answer.completeExceptionally(
                    new WriteRefusedException(WriteRefusedException.WHOLE, Refusal.OTHER, "it is overloaded"));
        }

        /** Lets ZooKeeper do it. */
        private CompletableFuture<T> perform() {
            if (done == null) {
                done = call.get();
                try {
                    done.handle((result, failure) -> result).get(60, TimeUnit.SECONDS);
                } catch (InterruptedException | ExecutionException | TimeoutException e) {
                    throw new AssertionError("ZooKeeper does not answer", e);
                }
            }
            return done;
        }

        /** Lets ZooKeeper do it, and keeps the answer back. */
        void hold() {
            var unused = perform();
        }

        void answer() {
            var unused = perform().whenComplete((result, failure) -> {
                if (failure == null) {
                    answer.complete(result);
                } else {
                    answer.completeExceptionally(failure);
                }
            });
        }

        /** Has a server answer that lags behind. */
        @SuppressWarnings("unchecked")
        void answerBy(Object answerOfThen) {
            answer.complete((T) answerOfThen);
        }

        void lose() {
            answer.completeExceptionally(new NoAnswerException("ZooKeeper said CONNECTIONLOSS"));
        }
    }

    /**
     * A request that is done later.
     *
     * @param written the znode that it writes, by the transaction that created it, null if it writes none or it is not there
     */
    private record Late(Request<?> request, @Nullable Long written) {}

    List<Request<?>> requests() {
        return requests;
    }

    /** Lets all requests through that there are, and their answers, which may bring about others. */
    void answerAll() {
        while (hasAnswersOfFormer()) {
            deliverAnswerOfFormer();
        }
        List<Request<?>> present = List.copyOf(requests);
        requests.clear();
        present.forEach(Request::answer);
    }

    /** Lets all requests through, and loses their answers. */
    void loseAnswers() {
        while (!requests.isEmpty()) {
            Request<?> request = requests.remove(0);
            request.hold();
            request.lose();
        }
    }

    /** Answers all requests with an unknown outcome; they are done later. */
    void delayAll() {
        while (!requests.isEmpty()) {
            delay(0);
        }
    }

    void delay(int index) {
        Request<?> request = requests.remove(index);
        request.lose();
        late.add(new Late(request, znodeWrittenBy(request)));
    }

    private @Nullable Long znodeWrittenBy(Request<?> request) {
        return request.changes.stream()
                .filter(Change.Set.class::isInstance)
                .findFirst()
                .flatMap(change -> super.read(change.path(), null).join())
                .map(record -> record.stamp().created())
                .orElse(null);
    }

    boolean hasLate() {
        return !late.isEmpty();
    }

    /**
     * Does the oldest of those that were delayed, unless its znode was made anew since. Versions begin again then, which a sequence does
     * after two billion writes, and no write is under way for so long; tests do it after a few.
     */
    void performLate() {
        Late oldest = late.remove(0);
        if (Objects.equals(oldest.written(), znodeWrittenBy(oldest.request()))) {
            oldest.request().hold();
        }
    }

    /** Delivers the event that a name has changed. */
    void deliverEvents() {
        for (Runnable event = events.poll(); event != null; event = events.poll()) {
            event.run();
        }
    }

    /** Ends the session: the node's watches end silently. */
    void endSession() {
        session.incrementAndGet();
        events.clear();
    }

    /** Has the session that ends answer a request; the answer arrives after the end. */
    void answerAfterEnd(Request<?> request) {
        request.hold();
        answeredByFormer.add(request);
    }

    boolean hasAnswersOfFormer() {
        return !answeredByFormer.isEmpty();
    }

    void deliverAnswerOfFormer() {
        answeredByFormer.remove(0).answer();
    }

    boolean hasEvents() {
        return !events.isEmpty();
    }

    private <T> CompletableFuture<T> hold(boolean isWrite, Supplier<CompletableFuture<T>> call) {
        return add(new Request<>(isWrite, List.of(), call));
    }

    private <T> CompletableFuture<T> add(Request<T> request) {
        requests.add(request);
        return request.answer;
    }

    @Override
    public CompletableFuture<Optional<StoredRecord>> read(String path, @Nullable Watch watch) {
        Watch held = held(watch);
        return hold(false, () -> super.read(path, held));
    }

    @Override
    public CompletableFuture<Optional<StoredRecord>> readLatest(String path, @Nullable Watch watch) {
        Watch held = held(watch);
        return hold(false, () -> super.readLatest(path, held));
    }

    private @Nullable Watch held(@Nullable Watch watch) {
        int asked = session.get();
        return watch == null ? null : () -> hold(asked, watch);
    }

    private void hold(int asked, Watch watch) {
        if (asked == session.get()) {
            events.add(watch::changed);
        }
    }

    @Override
    public CompletableFuture<List<String>> children(String path) {
        return hold(false, () -> super.children(path));
    }

    @Override
    public CompletableFuture<List<@Nullable RecordStamp>> write(List<Change> changes) {
        return add(new Request<>(true, changes, () -> super.write(changes)));
    }
}
