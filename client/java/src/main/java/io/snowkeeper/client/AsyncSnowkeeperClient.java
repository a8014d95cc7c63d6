package io.snowkeeper.client;

import io.snowkeeper.client.internal.dispatch.ClientRuntime;
import io.snowkeeper.client.internal.dispatch.IdCall;
import io.snowkeeper.client.internal.dispatch.Prefetch;
import io.snowkeeper.client.internal.dispatch.PrefetchedIds;
import io.snowkeeper.client.internal.dispatch.SequenceRequest;
import io.snowkeeper.client.internal.wire.Answer;
import io.snowkeeper.core.Checks;
import io.snowkeeper.core.api.Ids;
import io.snowkeeper.core.sequence.Page;
import io.snowkeeper.core.sequence.SequenceSummary;
import io.snowkeeper.core.sortable.SortableId;
import io.snowkeeper.core.sortable.SortableKind;
import io.snowkeeper.core.sortable.SortableUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The calls of {@link SnowkeeperClient}, each of the same name, that do not wait: a stage completes with the result of
 * the other one, or fails with its exception. Arguments out of their range are refused at once. Thread-safe.
 *
 * <p>A stage's callbacks run on the client's one thread unless they are given another one: they must not block. If the
 * caller cancels the stage's future, the id is dropped.
 */
public final class AsyncSnowkeeperClient {

    /** A page has two numbers for each of up to 10,000 ranges, and names and options as long as ten times as many. */
    private static final int LIST_NUMBERS = 200_000;

    private static final int MAX_AFTER = 1_000;

    private final ClientRuntime runtime;
    private final Optional<Prefetch<Long>> prefetch;
    private final Map<SortableKind, Prefetch<SortableId>> kinds = new EnumMap<>(SortableKind.class);
    private final Optional<Token> token;

    /** @param token shown to servers before a sequence is changed; empty for servers that require none */
    AsyncSnowkeeperClient(ClientRuntime runtime, Optional<PrefetchLimits> limits, Optional<Token> token) {
        this.runtime = runtime;
        this.token = token;
        this.prefetch = limits.map(given -> prefetch(given, IdCall::prefetched));
        for (SortableKind kind : SortableKind.values()) {
            limits.ifPresent(given -> kinds.put(kind, prefetch(given, (n, end) -> IdCall.prefetched(kind, n, end))));
        }
    }

    private <T> Prefetch<T> prefetch(PrefetchLimits limits, BiFunction<Integer, Long, IdCall<PrefetchedIds<T>>> call) {
        IntFunction<IdCall<PrefetchedIds<T>>> source = n -> runtime.submit(call.apply(n, runtime.newDeadline()));
        return new Prefetch<>(limits.size(), limits.maxAge(), System::nanoTime, source);
    }

    /** As {@link SnowkeeperClient#next()}. */
    public CompletionStage<Long> next() {
        Long prefetched = takePrefetched();
        return prefetched == null ? fetch() : CompletableFuture.completedFuture(prefetched);
    }

    /** As {@link SnowkeeperClient#next(int)}. */
    public CompletionStage<long[]> next(int count) {
        requireBatch(count);
        return runtime.submit(IdCall.many(count, runtime.newDeadline()));
    }

    /** As {@link SnowkeeperClient#nextAfter(long)}. */
    public CompletionStage<Long> nextAfter(long after) {
        Checks.requireAtLeast("after", after, 0);
        return runtime.submit(IdCall.after(after, runtime.newDeadline()));
    }

    /** As {@link SnowkeeperClient#nextSortable(SortableUnit)}. */
    public CompletionStage<SortableId> nextSortable(SortableUnit unit) {
        return next(SortableKind.of(unit), Function.identity());
    }

    /** As {@link SnowkeeperClient#nextSortable(SortableUnit, int)}. */
    public CompletionStage<List<SortableId>> nextSortable(SortableUnit unit, int count) {
        requireBatch(count);
        return runtime.submit(IdCall.manyOf(SortableKind.of(unit), Function.identity(), count, runtime.newDeadline()));
    }

    /** As {@link SnowkeeperClient#nextUuid()}. */
    public CompletionStage<UUID> nextUuid() {
        return next(SortableKind.UUID_V7, SortableId::toUuid);
    }

    private <T> CompletionStage<T> next(SortableKind kind, Function<SortableId, T> as) {
        SortableId prefetched = takePrefetched(kind);
        return prefetched == null ? fetch(kind, as) : CompletableFuture.completedFuture(as.apply(prefetched));
    }

    /** As {@link SnowkeeperClient#nextUuids(int)}. */
    public CompletionStage<List<UUID>> nextUuids(int count) {
        requireBatch(count);
        return runtime.submit(IdCall.manyOf(SortableKind.UUID_V7, SortableId::toUuid, count, runtime.newDeadline()));
    }

    /** As {@link SnowkeeperClient#sequence}. */
    public AsyncSequenceClient sequence(String name) {
        return new AsyncSequenceClient(name, runtime, token, false);
    }

    /** As {@link SnowkeeperClient#sequenceNames()}. */
    public CompletionStage<List<String>> sequenceNames() {
        return sequenceNames(new ArrayList<>(), Optional.empty());
    }

    private CompletionStage<List<String>> sequenceNames(List<String> names, Optional<String> after) {
        return sequenceNames(after, Page.MAX_LIMIT).thenCompose(page -> {
            names.addAll(page.items());
            return page.next().isEmpty()
                    ? CompletableFuture.completedFuture(List.copyOf(names))
                    : sequenceNames(names, page.next());
        });
    }

    /** As {@link SnowkeeperClient#sequenceNames(Optional, int)}. */
    public CompletionStage<Page<String>> sequenceNames(Optional<String> after, int limit) {
        return list(after, limit, SequenceAnswers::names);
    }

    /** As {@link SnowkeeperClient#sequences}. */
    public CompletionStage<Page<SequenceSummary>> sequences(Optional<String> after, int limit) {
        return list(after, limit, SequenceAnswers::sequences);
    }

    private <T> CompletionStage<T> list(
            Optional<String> after, int limit, BiFunction<Answer, Optional<String>, T> reader) {
        Checks.requireWithin("limit", limit, 1, Page.MAX_LIMIT);
        after.ifPresent(name -> Checks.requireLength("after", name, MAX_AFTER));
        SequenceRequest request = new SequenceRequest("", "sequence_list", true, LIST_NUMBERS, line -> {
            after.ifPresent(name -> line.with("after", name));
            return line.with("limit", limit);
        });
        return AsyncSequenceClient.submit(runtime, request, answer -> reader.apply(answer, after));
    }

    /** Returns an id from memory, null if there is none. */
    @Nullable
    Long takePrefetched() {
        return prefetch.isEmpty() || runtime.isClosing() ? null : prefetch.get().take();
    }

    /** Returns an id of 16 bytes from memory, null if there is none. */
    @Nullable
    SortableId takePrefetched(SortableKind kind) {
        Prefetch<SortableId> ids = kinds.get(kind);
        return ids == null || runtime.isClosing() ? null : ids.take();
    }

    /** Asks a server for an id. */
    IdCall<Long> fetch() {
        return runtime.submit(IdCall.one(runtime.newDeadline()));
    }

    /**
     * Asks a server for an id of 16 bytes.
     *
     * @param as what the caller is given for it
     */
    <T> IdCall<T> fetch(SortableKind kind, Function<SortableId, T> as) {
        return runtime.submit(IdCall.oneOf(kind, as, runtime.newDeadline()));
    }

    /** Returns how many ids were taken from memory. */
    long prefetchHits() {
        return prefetch.map(Prefetch::hits).orElse(0L)
                + kinds.values().stream().mapToLong(Prefetch::hits).sum();
    }

    ClientRuntime runtime() {
        return runtime;
    }

    private static void requireBatch(int count) {
        Checks.requireWithin("count", count, 1, Ids.MAX_BATCH);
    }
}
