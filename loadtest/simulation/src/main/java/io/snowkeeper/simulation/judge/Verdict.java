package io.snowkeeper.simulation.judge;

import io.snowkeeper.simulation.machine.Fault;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The result of a world.
 *
 * @param digest of all that happened
 * @param simulated how much time passed in it
 * @param ids how many ids were issued
 * @param numbers how many numbers of sequences were handed out
 * @param events how many steps there were
 * @param struck how often each fault came
 * @param broken which promise was broken, empty if none was
 * @param story the last events
 */
public record Verdict(
        long seed,
        long digest,
        Duration simulated,
        long ids,
        long numbers,
        long events,
        Map<Fault, Integer> struck,
        Optional<String> broken,
        List<String> story) {

    public Verdict {
        struck = new EnumMap<>(struck);
        story = List.copyOf(story);
    }
}
