package io.snowkeeper.node.service;

import static java.util.Objects.requireNonNull;

import io.snowkeeper.core.IdUnavailableException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

/** Answers requests for sortable ids, on a thread of its own: the first tick after a lease has begun may have to be waited for. */
final class SortableResponder {

    private final SortableIds ids;
    private final Executor executor;

    SortableResponder(SortableIds ids, Executor executor) {
        this.ids = requireNonNull(ids);
        this.executor = requireNonNull(executor);
    }

    Reply begin(Request.GenerateSortable request) {
        return PendingAnswer.of(CompletableFuture.supplyAsync(() -> answer(request), executor));
    }

    private Answer answer(Request.GenerateSortable request) {
        try {
            return new Answer.GeneratedSortable(ids.next(request.unit(), request.count()), request.format());
        } catch (IdUnavailableException | NoWorkerIdException e) {
            throw RequestRefusedException.forNow(requireNonNull(e.getMessage()));
        }
    }
}
