package io.snowkeeper.coordinator.sequence.ranges;

import io.snowkeeper.coordinator.sequence.access.Failures;
import io.snowkeeper.coordinator.sequence.access.SequenceStore;
import io.snowkeeper.coordinator.sequence.record.SequencePaths;
import io.snowkeeper.coordinator.store.Change;
import io.snowkeeper.coordinator.store.UnreadablePayloadException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The making of a registry, of the sequences that there are: versions before it had none. Several nodes may make it at once. The first that is ready
 * has made it, since until then nobody claims anything.
 */
final class RegistryBuild {

    private static final Logger log = LoggerFactory.getLogger(RegistryBuild.class);

    private static final int AT_ONCE = 250;

    private final SequenceStore tree;
    private final ClaimOwners owners;
    private final String id;

    /** @param id a random name that no other build has */
    RegistryBuild(SequenceStore tree, ClaimOwners owners, String id) {
        this.tree = tree;
        this.owners = owners;
        this.id = id;
    }

    /**
     * Makes it, and returns its table. Fails with {@link io.snowkeeper.coordinator.store.WriteRefusedException} if another node was first.
     *
     * @param names of the sequences
     * @param version that of the root, which says nothing yet; empty if there is no root
     */
    CompletableFuture<RegistryRoot.Table> of(List<String> names, OptionalInt version) {
        List<Claim> claims = new ArrayList<>();
        return eachOf(names, this::claimsOf, claims)
                .thenCompose(read -> write(RegistryLayout.of(claims, id), version))
                .thenApply(table -> {
                    log.info("the registry of ranges was made: {} claims", claims.size());
                    return table;
                });
    }

    private CompletableFuture<List<Claim>> claimsOf(String sequence) {
        return owners.claimsOf(sequence)
                .exceptionallyCompose(
                        failure -> Failures.unwrap(failure) instanceof UnreadablePayloadException unreadable
                                ? unread(sequence, unreadable)
                                : CompletableFuture.failedFuture(Failures.unwrap(failure)));
    }

    /** It cannot be served either. */
    private static CompletableFuture<List<Claim>> unread(String sequence, UnreadablePayloadException failure) {
        log.warn("sequence {}: its ranges are not in the registry: {}", sequence, failure.getMessage());
        return CompletableFuture.completedFuture(List.of());
    }

    private CompletableFuture<RegistryRoot.Table> write(RegistryLayout layout, OptionalInt version) {
        List<Change> pages = new ArrayList<>();
        for (int i = 0; i < layout.pages().size(); i++) {
            pages.add(new Change.Create(
                    SequencePaths.registryPage(layout.table().pages().get(i).id()),
                    layout.pages().get(i).encoded()));
        }
        return version.isPresent() ? writeApart(layout, pages, version.getAsInt()) : writeTogether(layout, pages);
    }

    /** In one step, if it is so little. */
    private CompletableFuture<RegistryRoot.Table> writeTogether(RegistryLayout layout, List<Change> pages) {
        List<Change> changes = new ArrayList<>();
        changes.add(new Change.Create(SequencePaths.RANGES, layout.table().encoded()));
        changes.addAll(pages);
        return tree.sizeOf(changes) > tree.maxWriteBytes()
                ? tree.ensure(SequencePaths.RANGES).thenCompose(made -> writeApart(layout, pages, 0))
                : tree.write(changes).thenApply(written -> new RegistryRoot.Table(layout.table(), 0));
    }

    private CompletableFuture<RegistryRoot.Table> writeApart(RegistryLayout layout, List<Change> pages, int version) {
        byte[] table = layout.table().encoded();
        return eachOf(pages, create -> tree.write(List.of(create)), new ArrayList<>())
                .thenCompose(written -> tree.write(List.of(new Change.Set(SequencePaths.RANGES, table, version))))
                .thenApply(written -> new RegistryRoot.Table(layout.table(), version + 1));
    }

    /** Does something with each of many, so many at once, and adds what comes of it. */
    private static <S, T> CompletableFuture<List<T>> eachOf(
            List<S> all, Function<S, CompletableFuture<List<T>>> step, List<T> results) {
        CompletableFuture<List<T>> done = CompletableFuture.completedFuture(results);
        for (int i = 0; i < all.size(); i += AT_ONCE) {
            List<S> some = all.subList(i, Math.min(all.size(), i + AT_ONCE));
            done = done.thenCompose(unused -> {
                List<CompletableFuture<List<T>>> steps = some.stream().map(step).toList();
                return CompletableFuture.allOf(steps.toArray(CompletableFuture[]::new))
                        .thenApply(ready -> {
                            steps.forEach(ended -> results.addAll(ended.join()));
                            return results;
                        });
            });
        }
        return done;
    }
}
