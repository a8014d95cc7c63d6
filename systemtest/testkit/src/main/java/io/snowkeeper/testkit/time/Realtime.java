package io.snowkeeper.testkit.time;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * A test on the wall clock, whose outcome a machine that stands still can change: real processes, signals, HAProxy, deadlines
 * of seconds. Only the profile {@code system} runs these, with nothing beside them. It repeats one that failed once, and lists it
 * as flaky if it passes then. All other tests have their time in hand and are never repeated.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Tag(Realtime.TAG)
@Tag("system")
public @interface Realtime {

    String TAG = "realtime";
}
