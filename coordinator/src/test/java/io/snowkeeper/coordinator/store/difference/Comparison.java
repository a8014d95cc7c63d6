package io.snowkeeper.coordinator.store.difference;

import io.snowkeeper.coordinator.store.NoAnswerException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongFunction;

/** A comparison of the outcomes of scripts on two stages. */
final class Comparison {

    private static final int TRIES = 5;

    private final Stage one;
    private final Stage other;

    Comparison(Stage one, Stage other) {
        this.one = one;
        this.other = other;
    }

    /** Returns how the two differ by the first script of which they do. */
    Optional<Difference> of(Seeds seeds) throws Exception {
        return of(seeds, ScriptWriter::write);
    }

    /** Returns how the two differ by the first script of which they do, as a writer writes it from its seed. */
    Optional<Difference> of(Seeds seeds, LongFunction<Script> writer) throws Exception {
        for (long seed = seeds.first(); seed < seeds.first() + seeds.count(); seed++) {
            Optional<Difference> found = of(writer.apply(seed));
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    /** Returns how the two differ, by the shortest script that was found; empty if they do not. */
    Optional<Difference> of(Script script) throws Exception {
        Optional<Difference> found = once(script);
        return found.isEmpty() ? found : Optional.of(shortest(found.get()));
    }

    /**
     * Plays a script again where it differs: a busy machine may have broken a connection, or changed the servers'
     * leader. A real difference recurs each time.
     */
    private Optional<Difference> once(Script script) throws Exception {
        for (int again = TRIES - 1; ; again--) {
            try {
                Optional<Difference> found =
                        Difference.between(script, Performance.of(script, one), Performance.of(script, other));
                if (again == 0 || found.isEmpty()) {
                    return found;
                }
            } catch (RuntimeException e) {
                if (again == 0 || !(e instanceof NoAnswerException)) {
                    throw new IllegalStateException("seed %d:%n%s".formatted(script.seed(), script), e);
                }
            }
        }
    }

    private Difference shortest(Difference found) throws Exception {
        Difference shortest = found;
        boolean shortened = true;
        while (shortened) {
            shortened = false;
            for (Script shorter : shorter(shortest.script())) {
                Optional<Difference> next = once(shorter);
                if (next.isPresent()) {
                    shortest = next.get();
                    shortened = true;
                    break;
                }
            }
        }
        return shortest;
    }

    /** Returns scripts with less in them, those with much less first. */
    private static List<Script> shorter(Script script) {
        List<Script> shorter = new ArrayList<>();
        int turns = script.turns().size();
        for (int dropped = turns / 2; dropped > 0; dropped /= 2) {
            for (int from = turns - dropped; from >= 0; from -= dropped) {
                shorter.add(script.with(without(script.turns(), from, from + dropped)));
            }
        }
        for (int i = 0; i < turns; i++) {
            for (Turn turn : shorter(script.turns().get(i))) {
                List<Turn> others = new ArrayList<>(script.turns());
                others.set(i, turn);
                shorter.add(script.with(others));
            }
        }
        return shorter;
    }

    private static List<Turn> shorter(Turn turn) {
        List<Turn> shorter = new ArrayList<>();
        if (turn instanceof Turn.Absence absence) {
            shorter.add(absence.meanwhile());
            shorter(absence.meanwhile())
                    .forEach(less -> shorter.add(new Turn.Absence(absence.client(), (Turn.Requests) less)));
        } else if (turn instanceof Turn.Requests several) {
            List<Request> requests = several.requests();
            for (int i = 0; i < requests.size() && requests.size() > 1; i++) {
                shorter.add(new Turn.Requests(several.client(), without(requests, i, i + 1)));
            }
            for (int i = 0; i < requests.size(); i++) {
                if (requests.get(i) instanceof Request.Write write
                        && write.drafts().size() > 1) {
                    for (int j = 0; j < write.drafts().size(); j++) {
                        List<Request> others = new ArrayList<>(requests);
                        others.set(i, new Request.Write(without(write.drafts(), j, j + 1)));
                        shorter.add(new Turn.Requests(several.client(), others));
                    }
                }
            }
        }
        return shorter;
    }

    private static <T> List<T> without(List<T> all, int from, int to) {
        List<T> others = new ArrayList<>(all.subList(0, from));
        others.addAll(all.subList(to, all.size()));
        return others;
    }
}
