package io.snowkeeper.coordinator.store.difference;

import static org.awaitility.Awaitility.await;

import io.snowkeeper.coordinator.store.CoordinationStore;
import io.snowkeeper.coordinator.store.Election;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The elections of a script. If several could be elected next, the contract does not fix which one is. */
final class Candidates {

    private final List<Candidate> entered = new ArrayList<>();
    private final Map<String, Candidate> elected = new HashMap<>();
    private boolean any;

    private record Candidate(int client, String path, Election election) {}

    /** Returns whether there ever was one. */
    boolean any() {
        return any;
    }

    void closeAll() {
        entered.forEach(candidate -> candidate.election().close());
        entered.clear();
    }

    void enter(int client, String path, CoordinationStore store) {
        Election election = store.election(path, "client " + client);
        entered.add(new Candidate(client, path, election));
        election.enter();
        any = true;
    }

    /** Closes the first of a client, and returns its path. */
    Optional<String> withdraw(int client) {
        Optional<Candidate> first = entered.stream()
                .filter(candidate -> candidate.client() == client)
                .findFirst();
        first.ifPresent(candidate -> {
            candidate.election().close();
            entered.remove(candidate);
        });
        return first.map(Candidate::path);
    }

    /** Expects no longer that an elected candidate of a client stays so. */
    void doubt(int client) {
        elected.values().removeIf(candidate -> candidate.client() == client);
    }

    List<String> paths() {
        return entered.stream().map(Candidate::path).distinct().sorted().toList();
    }

    /** Waits until one is elected, and returns the outcome as far as the contract fixes it. */
    String outcome(String path) {
        List<Candidate> candidates = entered.stream()
                .filter(candidate -> candidate.path().equals(path))
                .toList();
        @Nullable Candidate before = elected.remove(path);
        if (candidates.isEmpty()) {
            return "nobody";
        }
        await().until(() -> electedOf(candidates).size() == 1);
        Candidate now = electedOf(candidates).get(0);
        elected.put(path, now);
        return before != null && !before.equals(now) && candidates.contains(before)
                ? "another one of %d".formatted(candidates.size())
                : "one of %d".formatted(candidates.size());
    }

    private static List<Candidate> electedOf(List<Candidate> candidates) {
        return candidates.stream()
                .filter(candidate -> candidate.election().isElected())
                .toList();
    }
}
