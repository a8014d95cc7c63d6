package io.snowkeeper.coordinator.sequence.ranges;

import io.snowkeeper.coordinator.sequence.access.SequenceStore;
import io.snowkeeper.coordinator.sequence.record.SequencePaths;
import io.snowkeeper.coordinator.store.StoredRecord;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The root of the registry, which tells its pages: read once, and made where there is none. Thread-safe. */
final class RegistryRoot {

    private final SequenceStore tree;
    private final Supplier<CompletableFuture<List<String>>> names;
    private final Supplier<String> tokens;
    private final ClaimOwners owners;

    private volatile @Nullable Table known;
    private @Nullable CompletableFuture<Table> building;

    /** The table as it was read last. Whether it is still so, a write tells. */
    record Table(PageTable pages, int version) {

        static Table of(StoredRecord root) {
            return new Table(root.as(PageTable.class), root.stamp().version());
        }

        String pathOf(int page) {
            return SequencePaths.registryPage(pages.pages().get(page).id());
        }
    }

    RegistryRoot(
            SequenceStore tree,
            Supplier<CompletableFuture<List<String>>> names,
            Supplier<String> tokens,
            ClaimOwners owners) {
        this.tree = tree;
        this.names = names;
        this.tokens = tokens;
        this.owners = owners;
    }

    /** Has it read again. */
    void forget() {
        known = null;
    }

    /** @param left records as they will be, where that is known */
    CompletableFuture<Table> table(Function<String, Optional<StoredRecord>> left) {
        Optional<StoredRecord> willBe = left.apply(SequencePaths.RANGES);
        return willBe.isPresent() ? CompletableFuture.completedFuture(Table.of(willBe.get())) : table();
    }

    private CompletableFuture<Table> table() {
        Table last = known;
        return last == null
                ? tree.read(SequencePaths.RANGES).thenCompose(this::found)
                : CompletableFuture.completedFuture(last);
    }

    private CompletableFuture<Table> found(Optional<StoredRecord> root) {
        if (root.isPresent() && root.get().payload().length > 0) {
            return CompletableFuture.completedFuture(keep(Table.of(root.get())));
        }
        return build(root.isPresent() ? OptionalInt.of(root.get().stamp().version()) : OptionalInt.empty());
    }

    private Table keep(Table read) {
        known = read;
        return read;
    }

    /** All that claim meanwhile wait for the same. */
    private CompletableFuture<Table> build(OptionalInt version) {
        CompletableFuture<Table> started;
        synchronized (this) {
            if (building != null) {
                return building;
            }
            started = new CompletableFuture<>();
            building = started;
        }
        var unused = CompletableFuture.completedFuture(null)
                .thenCompose(begun -> names.get())
                .thenCompose(all -> new RegistryBuild(tree, owners, tokens.get()).of(all, version))
                .whenComplete((built, failure) -> {
                    synchronized (this) {
                        building = null;
                    }
                    if (failure == null) {
                        started.complete(keep(built));
                    } else {
                        started.completeExceptionally(failure);
                    }
                });
        return started;
    }
}
