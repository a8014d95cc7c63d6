package io.snowkeeper.cli.deploy.chart;

import java.util.ArrayList;
import java.util.List;

/**
 * The rollout of a Deployment, second by second, as Kubernetes does it: there are never more pods than nodes and surge
 * together, those that are leaving not counted, and never fewer that are ready than nodes.
 *
 * @param seconds until the last old worker id is free
 * @param workerIds the most that are taken at once
 */
record Rollout(int seconds, int workerIds) {

    static Rollout of(int nodes, int surge, int readyAfter, int takenFor) {
        List<Integer> starting = new ArrayList<>();
        List<Integer> leaving = new ArrayList<>();
        int old = nodes;
        int ready = 0;
        int most = nodes;
        for (int second = 0; ; second++) {
            int now = second;
            leaving.removeIf(end -> end <= now);
            int before = starting.size();
            starting.removeIf(end -> end <= now);
            ready += before - starting.size();
            while (old > 0 && old + ready > nodes) {
                old--;
                leaving.add(now + takenFor);
            }
            while (ready + starting.size() < nodes && old + ready + starting.size() < nodes + surge) {
                starting.add(now + readyAfter);
            }
            most = Math.max(most, old + ready + leaving.size());
            if (ready == nodes && leaving.isEmpty()) {
                return new Rollout(second, most);
            }
        }
    }
}
