package io.snowkeeper.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PlanCommandTest {

    @Test
    void saysWhenIdsOfAnotherLayoutMayBegin() {
        assertThat(Run.of("plan", "--layout", "41/10/12", "--to-layout", "41/12/10", "--at", "2026-11-20T12:00:00Z"))
                .isEqualTo(new Run(0, """
                        from        41/10/12 from 2024-01-01T00:00:00Z
                        largest id  382138004279394303, of 2026-11-20T12:00:00Z
                        to          41/12/10 from 2024-01-01T00:00:00Z
                        first id    382138004279394304, of 2026-11-20T12:00:00.001Z

                        At once: every new id is larger than all old ones up to this largest one.
                        Old ids would reach the first new one at 2026-11-20T12:00:00.001Z: stop the old fleet before.
                        Start the new nodes below another chroot, with --layout 41/12/10 --epoch 2024-01-01T00:00:00Z --not-before 2026-11-20T12:00:00.001Z
                        """, ""));
    }

    @Test
    void takesTheLargestIdOfAGeneratorThatIsKnownByName() {
        Run run = Run.of("plan", "--epoch", "twitter", "--largest-id", "1212702693736767490");

        assertThat(run.status()).isZero();
        assertThat(run.out())
                .contains("largest id  1212702693736767490, of 2020-01-02T11:50:27.77")
                .contains("At once")
                .contains("--epoch 2010-11-04T01:42:54.657Z --not-before 2020-01-02T11:50:27.77");
    }

    @Test
    void tellsProgramsTheSame() {
        Run run = Run.of(
                "plan",
                "--epoch",
                "twitter",
                "--to-epoch",
                "2024-01-01T00:00:00Z",
                "--at",
                "2026-12-01T12:00:00Z",
                "--json");

        assertThat(run).isEqualTo(new Run(0, """
                {"from":{"layout":"41/10/12","epoch":"2010-11-04T01:42:54.657Z"},"to":{"layout":"41/10/12","epoch":"2024-01-01T00:00:00Z"},"largest_id":"2127734454486040575","largest_id_time":"2026-12-01T12:00:00Z","verdict":"after-a-pause","first_id":"2127734454486040576","not_before":"2040-01-28T10:17:05.344Z","pause_ms":415232225343,"at_once_from":null,"old_reach_first_id_at":"2026-12-01T12:00:00.001Z"}
                """, ""));
    }

    @Test
    void endsWithAStatusOfItsOwnWhereThereIsNoSuchTime() {
        Run run = Run.of("plan", "--to-layout", "28/22/13@1s", "--to-epoch", "baidu", "--at", "2026-12-01T12:00:00Z");

        assertThat(run.status()).isEqualTo(3);
        assertThat(run.out()).contains("Never: the new layout ends at 2024-11-20T13:24:15Z");
    }

    @Test
    void wondersAboutAnIdOfTheFuture() {
        assertThat(Run.of("plan", "--largest-id", "9000000000000000000").out())
                .contains(
                        "The largest id has a time that has not come yet, by this machine's clock: see that its layout and epoch are right.");
    }

    @Test
    void doesNotSayAtOnceOfAFleetThatMayStillRun() {
        assertThat(Run.of("plan", "--to-layout", "41/12/10").out())
                .contains(
                        "At once, for a fleet that is stopped already: every new id is larger than all old ones up to now."
                                + " If it still runs, give --at.\n");
    }

    @Test
    void refusesTwoEndsOfTheOldIds() {
        assertThat(Run.of("plan", "--largest-id", "1", "--at", "2026-12-01T12:00:00Z"))
                .isEqualTo(new Run(2, "", """
                        snowkeeper: --largest-id and --at exclude each other: the id has a time
                        Try 'snowkeeper plan --help'.
                        """));
    }

    @Test
    void refusesATimeThatTheOldLayoutDoesNotHave() {
        assertThat(Run.of("plan", "--at", "2020-01-01T00:00:00Z").err())
                .startsWith(
                        "snowkeeper: --at must be >= 2024-01-01T00:00:00Z && <= 2093-09-06T15:47:35.551Z: time=2020-01-01T00:00:00Z");
    }

    @Test
    void refusesANegativeId() {
        assertThat(Run.of("plan", "--largest-id", "-1").err()).startsWith("snowkeeper: must be >= 0: --largest-id -1");
    }

    @Test
    void refusesALayoutThatIsNone() {
        assertThat(Run.of("plan", "--to-layout", "41/10/13").err())
                .startsWith(
                        "snowkeeper: Invalid value for option '--to-layout': widths must sum to 63: 41/10/13 sum to 64");
    }
}
