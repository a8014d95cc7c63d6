package io.snowkeeper.loadtest.drill;

import static org.assertj.core.api.Assertions.assertThat;

import io.snowkeeper.testkit.repository.Repository;
import java.io.IOException;
import java.nio.file.Files;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** No alert is shipped that was never fired by anything but series. */
class DrilledAlertsTest {

    @Test
    void eachAlertOfTheRulesHasASituation() throws IOException {
        String rules = Files.readString(Repository.file("deploy/prometheus/snowkeeper.rules.yml"));

        assertThat(DrilledAlerts.situations().stream()
                        .flatMap(situation -> situation.alerts().stream())
                        .map(alert -> alert.split(" ")[0])
                        .distinct())
                .containsExactlyInAnyOrderElementsOf(Pattern.compile("- alert: (\\w+)")
                        .matcher(rules)
                        .results()
                        .map(alert -> alert.group(1))
                        .toList());
    }

    @Test
    void eachSituationIsATest() {
        assertThat(DrilledAlerts.situations())
                .allSatisfy(situation -> assertThat(situation.drill().getDeclaredMethods())
                        .anyMatch(method ->
                                method.getName().equals(situation.test()) && method.isAnnotationPresent(Test.class)));
    }
}
