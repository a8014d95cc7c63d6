package io.snowkeeper.node.service.message;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** An answer that some other thread will have. */
record StagedAnswer(CompletableFuture<? extends Answer> stage) implements PendingAnswer {

    @Override
    public boolean advance() {
        if (!stage.isDone()) {
            return false;
        }
        await();
        return true;
    }

    @Override
    public @Nullable Answer answer() {
        return stage.isDone() ? await() : null;
    }

    @Override
    public Optional<CompletionStage<?>> awaited() {
        return Optional.of(stage);
    }

    @Override
    public void abandon() {
        stage.cancel(false);
    }

    @Override
    public Answer await() {
        try {
            return stage.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RequestRefusedException refused) {
                throw refused;
            }
            throw e;
        }
    }
}
