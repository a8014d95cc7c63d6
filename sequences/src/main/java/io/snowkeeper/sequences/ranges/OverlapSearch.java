package io.snowkeeper.sequences.ranges;

import io.snowkeeper.coordinator.store.NoAnswerException;
import io.snowkeeper.coordinator.store.StoredRecord;
import io.snowkeeper.core.sequence.NumberRange;
import io.snowkeeper.core.sequence.NumberStep;
import io.snowkeeper.sequences.Overlap;
import io.snowkeeper.sequences.SequencePreconditionException;
import io.snowkeeper.sequences.access.SequenceStore;
import io.snowkeeper.sequences.record.SequencePaths;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;

/** A search for claims that overlap the ranges of a new one, on all pages where there may be some. Used once. */
final class OverlapSearch {

    private static final int PAGES_AT_ONCE = 32;

    private static final int OWNERS_AT_ONCE = 32;

    private final SequenceStore tree;
    private final ClaimOwners owners;
    private final RegistryRoot.Table table;
    private final List<Claim> claims;
    private final DisjointRanges ranges;
    private final ClaimPipeline before;
    private final RegistryDraft draft;

    /**
     * @param claims the claims for the ranges
     * @param before the writes that this one is planned on
     */
    OverlapSearch(
            SequenceStore tree,
            ClaimOwners owners,
            RegistryRoot.Table table,
            List<Claim> claims,
            SteppedRanges ranges,
            ClaimPipeline before) {
        this.tree = tree;
        this.owners = owners;
        this.table = table;
        this.claims = claims;
        this.ranges = new DisjointRanges(ranges);
        this.before = before;
        this.draft = new RegistryDraft(table.pages(), table.version());
    }

    /** Returns the registry with the claims. Fails with {@link SequencePreconditionException} if one overlaps another and that is refused. */
    CompletableFuture<RegistryDraft> draft(Overlap overlap) {
        Set<Integer> pages = new TreeSet<>();
        claims.forEach(claim -> pages.add(table.pages().pageOf(claim.key())));
        if (overlap == Overlap.REFUSED) {
            claims.forEach(claim -> pages.addAll(table.pages().overlapping(claim)));
        }
        return look(new ArrayList<>(pages), overlap)
                .thenCompose(looked -> {
                    claims.forEach(draft::add);
                    return prune(draft.large().iterator());
                })
                .thenApply(pruned -> draft);
    }

    /** Looks at some pages after the other, until there is something that overlaps. */
    private CompletableFuture<?> look(List<Integer> pages, Overlap overlap) {
        if (pages.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        List<Integer> some = pages.subList(0, Math.min(PAGES_AT_ONCE, pages.size()));
        List<CompletableFuture<Optional<StoredRecord>>> reads =
                some.stream().map(page -> read(table.pathOf(page))).toList();
        return CompletableFuture.allOf(reads.toArray(CompletableFuture[]::new))
                .thenCompose(done -> {
                    for (int i = 0; i < some.size(); i++) {
                        draft.take(some.get(i), reads.get(i).join().orElseThrow(OverlapSearch::changed));
                    }
                    return overlap == Overlap.ALLOWED ? CompletableFuture.completedFuture(null) : compare(some);
                })
                .thenCompose(compared -> look(pages.subList(some.size(), pages.size()), overlap));
    }

    private CompletableFuture<Optional<StoredRecord>> read(String path) {
        Optional<StoredRecord> known = before.read(path);
        return known.isPresent() ? CompletableFuture.completedFuture(known) : tree.read(path);
    }

    private static NoAnswerException changed() {
        return new NoAnswerException("the registry of ranges has changed");
    }

    private CompletableFuture<?> compare(List<Integer> pages) {
        Set<Claim.Owner> found = new LinkedHashSet<>();
        for (int page : pages) {
            for (Claim claim : draft.page(page).claims()) {
                if (!claim.owner().equals(ours()) && ranges.mayOverlap(claim.from(), claim.to())) {
                    found.add(claim.owner());
                }
            }
        }
        boolean mustWait = found.removeIf(this::isUnderWay);
        return requireApart(pages, new ArrayList<>(found)).thenAccept(apart -> {
            if (mustWait) {
                throw new NoAnswerException("a sequence that it overlaps is just being made");
            }
        });
    }

    private boolean isUnderWay(Claim.Owner owner) {
        return before.isUnderWay(SequencePaths.incarnation(owner.sequence(), owner.incarnation()));
    }

    /** Asks some after the other: the first that is there mostly overlaps. */
    private CompletableFuture<?> requireApart(List<Integer> pages, List<Claim.Owner> found) {
        if (found.isEmpty()) {
            return CompletableFuture.completedFuture(null);
        }
        List<Claim.Owner> some = new ArrayList<>(found.subList(0, Math.min(OWNERS_AT_ONCE, found.size())));
        return owners.gone(some)
                .thenCompose(gone -> {
                    pages.forEach(page -> draft.drop(page, gone));
                    some.removeAll(gone);
                    return requireApart(some.iterator(), pages);
                })
                .thenCompose(apart ->
                        requireApart(pages, found.subList(Math.min(OWNERS_AT_ONCE, found.size()), found.size())));
    }

    private Claim.Owner ours() {
        return claims.get(0).owner();
    }

    /** Checks the owners of overlapping claims for a real overlap. */
    private CompletableFuture<?> requireApart(Iterator<Claim.Owner> found, List<Integer> pages) {
        if (!found.hasNext()) {
            return CompletableFuture.completedFuture(null);
        }
        Claim.Owner other = found.next();
        if (other.sequence().equals(ours().sequence())) {
            // A concurrent creator of the same sequence has to find it made, not to be refused by it.
            throw new NoAnswerException("sequence %s was just created by another client".formatted(other.sequence()));
        }
        return owners.rangesIfReadable(other).thenCompose(theirs -> {
            requireApart(other.sequence(), theirs.orElseGet(() -> claimed(other, pages)));
            return requireApart(found, pages);
        });
    }

    /** All that it has claimed may be its numbers, as long as its step is not known. */
    private SteppedRanges claimed(Claim.Owner owner, List<Integer> pages) {
        return new SteppedRanges(
                pages.stream()
                        .flatMap(page -> draft.page(page).claims().stream())
                        .filter(claim -> claim.owner().equals(owner))
                        .map(claim -> new NumberRange(claim.from(), claim.to()))
                        .toList(),
                NumberStep.ONE);
    }

    private void requireApart(String other, SteppedRanges theirs) {
        ranges.overlapping(theirs).ifPresent(common -> {
            String theirRange = "%s of sequence %s".formatted(common.theirs(), other);
            String shared = common.isOfSteps() ? Long.toString(common.first()) : "the same numbers";
            throw new SequencePreconditionException(
                    overlap(common.ours(), theirRange, shared),
                    other,
                    overlap(common.ours(), "a range of another sequence", "the same numbers"));
        });
    }

    private String overlap(NumberRange range, String theirs, String shared) {
        return "range %s overlaps %s, so that both would hand out %s: sequence=%s; give another range, or allow_overlap if that is meant"
                .formatted(range, theirs, shared, ours().sequence());
    }

    /** Drops obsolete claims from pages that would have to be divided. */
    private CompletableFuture<?> prune(Iterator<Integer> large) {
        if (!large.hasNext()) {
            return CompletableFuture.completedFuture(null);
        }
        int page = large.next();
        // Ours will be there only from now on, as those that are under way.
        List<Claim.Owner> asked = draft.page(page).claims().stream()
                .map(Claim::owner)
                .filter(owner -> !owner.equals(ours()) && !isUnderWay(owner))
                .toList();
        return owners.gone(asked).thenCompose(gone -> {
            draft.drop(page, gone);
            return prune(large);
        });
    }
}
