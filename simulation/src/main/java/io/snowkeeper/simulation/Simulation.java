package io.snowkeeper.simulation;

import java.time.Duration;

/** The program. */
public final class Simulation {

    private Simulation() {}

    public static void main(String[] args) {
        long from = Long.parseLong(args[0]);
        long count = Long.parseLong(args[1]);
        Duration faults = Duration.ofSeconds(Long.parseLong(args[2]));
        long started = System.nanoTime();
        Duration simulated = Duration.ZERO;
        long ids = 0;
        int broken = 0;
        for (long seed = from; seed < from + count; seed++) {
            Verdict verdict = World.of(seed, faults, args.length > 3);
            simulated = simulated.plus(verdict.simulated());
            ids += verdict.ids();
            if (verdict.broken().isPresent()) {
                broken++;
                System.out.println(seed + ": " + verdict.broken().get());
                verdict.story().forEach(line -> System.out.println(line.length() > 260 ? line.substring(0, 260) : line));
            }
            if (args.length > 3) {
                System.out.println(verdict);
            }
        }
        double seconds = (System.nanoTime() - started) / 1e9;
        System.out.printf(
                "%d worlds, %d broken, %s simulated in %.1f s: %.0f times as fast; %d ids%n",
                count, broken, simulated, seconds, simulated.toSeconds() / seconds, ids);
    }
}
