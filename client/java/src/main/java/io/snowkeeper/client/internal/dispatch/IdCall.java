package io.snowkeeper.client.internal.dispatch;

import io.snowkeeper.client.internal.connection.Endpoint;
import io.snowkeeper.core.sortable.SortableId;
import io.snowkeeper.core.sortable.SortableKind;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A call for ids: one, or several that one node makes at once. */
public final class IdCall<T> extends AdmittedCall<T> {

    private static final String GENERATE = "generate";
    private static final String GENERATE_BATCH = "generate_batch";

    /** Fills the client's memory: no caller waits for it. */
    private static final String PREFETCH = "prefetch";

    private final String type;
    private final IdKind kind;
    private final int count;
    private final Result<T> result;

    /** Used by the client's thread. */
    private List<Endpoint> refusing = List.of();

    /** Its last refusal. */
    private @Nullable RuntimeException refusal;

    /** The conversion of ids to the caller's result. */
    @FunctionalInterface
    private interface Result<T> {
        T of(long[] ids, int from, long askedNanos);
    }

    private IdCall(String type, IdKind kind, int count, long deadlineNanos, Result<T> result) {
        super(deadlineNanos);
        this.type = type;
        this.kind = kind;
        this.count = count;
        this.result = result;
    }

    public static IdCall<Long> one(long deadlineNanos) {
        return new IdCall<>(GENERATE, SnowflakeIds.ANY, 1, deadlineNanos, (ids, from, asked) -> ids[from]);
    }

    public static IdCall<Long> after(long after, long deadlineNanos) {
        return new IdCall<>(
                GENERATE, new SnowflakeIds(OptionalLong.of(after)), 1, deadlineNanos, (ids, from, asked) -> ids[from]);
    }

    public static IdCall<long[]> many(int count, long deadlineNanos) {
        return new IdCall<>(GENERATE_BATCH, SnowflakeIds.ANY, count, deadlineNanos, (ids, from, asked) -> {
            return Arrays.copyOfRange(ids, from, from + count);
        });
    }

    public static IdCall<PrefetchedIds<Long>> prefetched(int count, long deadlineNanos) {
        return new IdCall<>(PREFETCH, SnowflakeIds.ANY, count, deadlineNanos, (ids, from, asked) -> {
            long[] own = Arrays.copyOfRange(ids, from, from + count);
            return new PrefetchedIds<>(count, i -> own[i], asked);
        });
    }

    public static IdCall<PrefetchedIds<SortableId>> prefetched(SortableKind kind, int count, long deadlineNanos) {
        return new IdCall<>(PREFETCH, new SortableIds(kind), count, deadlineNanos, (ids, from, asked) -> {
            long[] own = Arrays.copyOfRange(ids, from, from + 2 * count);
            return new PrefetchedIds<>(count, i -> sortable(own, 2 * i), asked);
        });
    }

    /**
     * Makes a call for an id of 16 bytes.
     *
     * @param as what the caller is given for it
     */
    public static <T> IdCall<T> oneOf(SortableKind kind, Function<SortableId, T> as, long deadlineNanos) {
        SortableIds ids = new SortableIds(kind);
        return new IdCall<>(ids.type(), ids, 1, deadlineNanos, (longs, from, asked) -> as.apply(sortable(longs, from)));
    }

    /**
     * Makes a call for ids of 16 bytes.
     *
     * @param as what the caller is given for each
     */
    public static <T> IdCall<List<T>> manyOf(
            SortableKind kind, Function<SortableId, T> as, int count, long deadlineNanos) {
        SortableIds ids = new SortableIds(kind);
        return new IdCall<>(
                ids.type(),
                ids,
                count,
                deadlineNanos,
                (longs, from, asked) -> IntStream.range(0, count)
                        .mapToObj(i -> as.apply(sortable(longs, from + 2 * i)))
                        .toList());
    }

    private static SortableId sortable(long[] longs, int from) {
        return new SortableId(longs[from], longs[from + 1]);
    }

    @Override
    String type() {
        return type;
    }

    /** Remembers a server that has refused this call alone, and its refusal. */
    void refusedBy(Endpoint server, RuntimeException how) {
        refusing = Stream.concat(refusing.stream(), Stream.of(server)).toList();
        refusal = how;
    }

    /** Fails with its last refusal, if none of the servers is left to try: standby nodes issue no ids. */
    boolean failsWithout(List<Endpoint> servers) {
        RuntimeException last = refusal;
        if (last == null || servers.isEmpty()) {
            return false;
        }
        if (!servers.stream().allMatch(server -> wasRefusedBy(server) || server.isStandby())) {
            return false;
        }
        completeExceptionally(last);
        return true;
    }

    /** Returns whether a server has refused this call alone. */
    boolean wasRefusedBy(Endpoint server) {
        return refusing.contains(server);
    }

    /** Returns whether any server has refused this call alone. */
    boolean wasRefused() {
        return !refusing.isEmpty();
    }

    IdKind kind() {
        return kind;
    }

    int count() {
        return count;
    }

    /**
     * Hands over ids, unless the caller has gone; then they are dropped.
     *
     * @param ids the longs of some ids, of which ours begin at {@code from}
     * @param askedNanos when they were asked for
     */
    void deliver(long[] ids, int from, long askedNanos) {
        complete(result.of(ids, from, askedNanos));
    }
}
