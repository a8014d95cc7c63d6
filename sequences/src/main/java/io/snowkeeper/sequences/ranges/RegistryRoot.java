package io.snowkeeper.sequences.ranges;

import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.sequences.access.SequenceStore;
import io.snowkeeper.sequences.record.SequencePaths;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The root of the registry, which lists its pages: read once, and made where there is none. Thread-safe. */
final class RegistryRoot {

    private static final String FIRST_PAGE = "0";

    private final SequenceStore tree;

    private volatile @Nullable Table known;
    private @Nullable CompletableFuture<Table> making;

    /** The table as it was read last. A write shows whether it is still so. */
    record Table(PageTable pages, int version) {

        static Table of(StoredRecord root) {
            return new Table(root.as(PageTable.class), root.stamp().version());
        }

        String pathOf(int page) {
            return SequencePaths.registryPage(pages.pages().get(page).id());
        }
    }

    RegistryRoot(SequenceStore tree) {
        this.tree = tree;
    }

    /** Requires another read. */
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
                ? tree.read(SequencePaths.RANGES)
                        .thenCompose(root -> root.map(Table::of)
                                .map(CompletableFuture::completedFuture)
                                .orElseGet(this::make))
                        .thenApply(this::keep)
                : CompletableFuture.completedFuture(last);
    }

    private Table keep(Table read) {
        known = read;
        return read;
    }

    /** Fails with {@link io.snowkeeper.coordinator.store.WriteRefusedException} if another node was first. All that claim meanwhile wait for the same. */
    private synchronized CompletableFuture<Table> make() {
        if (making == null || making.isDone()) {
            PageTable table = new PageTable(List.of(new PageTable.Entry(ClaimKey.FIRST, FIRST_PAGE, Long.MAX_VALUE)));
            making = tree.write(List.of(
                            new Change.Create(SequencePaths.RANGES, table.encoded()),
                            new Change.Create(SequencePaths.registryPage(FIRST_PAGE), ClaimPage.EMPTY.encoded())))
                    .thenApply(written -> new Table(table, 0));
        }
        return making;
    }
}
