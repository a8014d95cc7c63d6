package io.snowkeeper.coordinator.zookeeper.sequence;

import io.snowkeeper.coordinator.sequence.NumberRange;
import io.snowkeeper.coordinator.sequence.SequenceDefinition;
import io.snowkeeper.coordinator.sequence.SequenceDescription;
import io.snowkeeper.coordinator.sequence.SequenceExistsException;
import io.snowkeeper.coordinator.sequence.UnknownSequenceException;
import io.snowkeeper.coordinator.zookeeper.PayloadCodec;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.apache.zookeeper.Op;

/** Which sequences there are: makes them and tells of them. One attempt each; failures are the caller's to try again. */
final class Catalogue {

    private final AsyncTree tree;

    Catalogue(AsyncTree tree) {
        this.tree = tree;
    }

    /**
     * Makes a sequence that is not there yet.
     *
     * @param incarnation a random name, the same for each attempt
     */
    CompletableFuture<SequenceDescription> create(SequenceDefinition definition, String incarnation) {
        return readName(definition.name()).thenCompose(name -> {
            Optional<String> present = name.flatMap(Catalogue::incarnation);
            return present.isPresent() ? compare(definition, present.get()) : make(definition, incarnation, name);
        });
    }

    CompletableFuture<SequenceDescription> describe(String sequence) {
        return find(sequence)
                .thenApply(found -> found.orElseThrow(
                        () -> new UnknownSequenceException("there is no sequence of this name: sequence=" + sequence)));
    }

    CompletableFuture<List<SequenceDescription>> list() {
        return tree.children(SequencePaths.SEQUENCES).thenCompose(names -> {
            List<CompletableFuture<Optional<SequenceDescription>>> found =
                    names.stream().sorted().map(this::find).toList();
            return CompletableFuture.allOf(found.toArray(CompletableFuture[]::new))
                    .thenApply(unused -> found.stream()
                            .map(CompletableFuture::join)
                            .flatMap(Optional::stream)
                            .toList());
        });
    }

    private CompletableFuture<Optional<SequenceDescription>> find(String sequence) {
        return readName(sequence).thenCompose(name -> {
            Optional<String> incarnation = name.flatMap(Catalogue::incarnation);
            return incarnation.isEmpty()
                    ? CompletableFuture.completedFuture(Optional.empty())
                    : readState(sequence, incarnation.get());
        });
    }

    private CompletableFuture<Optional<SequenceDescription>> readState(String sequence, String incarnation) {
        return tree.readLatest(SequencePaths.state(sequence, incarnation), null)
                .thenApply(state ->
                        state.map(znode -> znode.as(SequenceRecord.class).describe(sequence)));
    }

    private CompletableFuture<Optional<Znode>> readName(String sequence) {
        return tree.readLatest(SequencePaths.name(sequence), null);
    }

    private static Optional<String> incarnation(Znode name) {
        return Optional.ofNullable(name.as(NameRecord.class).incarnation());
    }

    private CompletableFuture<SequenceDescription> compare(SequenceDefinition wanted, String incarnation) {
        return readState(wanted.name(), incarnation).thenApply(found -> {
            SequenceDescription present = found.orElseThrow(
                    () -> new NoAnswerException("sequence %s was just deleted".formatted(wanted.name())));
            requireSame(
                    wanted.name(),
                    "mode",
                    present.definition().mode().text(),
                    wanted.mode().text());
            requireSame(wanted.name(), "ranges", ranges(present.definition()), ranges(wanted));
            requireSame(wanted.name(), "options", present.definition().options(), wanted.options());
            return present;
        });
    }

    private static void requireSame(String sequence, String what, Object present, Object wanted) {
        if (!present.equals(wanted)) {
            throw new SequenceExistsException(
                    "there is another sequence of this name, with %s %s instead of %s: sequence=%s"
                            .formatted(what, present, wanted, sequence));
        }
    }

    private static String ranges(SequenceDefinition definition) {
        return definition.ranges().stream().map(NumberRange::toString).collect(Collectors.joining(", "));
    }

    private CompletableFuture<SequenceDescription> make(
            SequenceDefinition definition, String incarnation, Optional<Znode> deleted) {
        String sequence = definition.name();
        SequenceRecord record = SequenceRecord.of(definition);
        String name = SequencePaths.name(sequence);
        byte[] nameData = PayloadCodec.encode(new NameRecord(incarnation));
        List<Op> operations = new ArrayList<>();
        operations.add(
                deleted.isPresent()
                        ? tree.set(name, nameData, deleted.get().stat().getVersion())
                        : tree.create(name, nameData));
        operations.add(tree.create(SequencePaths.incarnation(sequence, incarnation), new byte[0]));
        operations.add(tree.create(SequencePaths.state(sequence, incarnation), PayloadCodec.encode(record)));
        operations.add(tree.create(SequencePaths.keys(sequence, incarnation), new byte[0]));
        operations.add(tree.create(SequencePaths.pending(sequence, incarnation), new byte[0]));
        return tree.ensureParent(SequencePaths.SEQUENCES)
                .thenCompose(unused -> tree.write(operations))
                .thenApply(results -> record.describe(sequence));
    }
}
