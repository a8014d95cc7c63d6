package io.snowkeeper.testkit.extent;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * A test that runs before a release and not with every change, since it takes long and few changes can break it. Where a short
 * form takes little time, use {@link Extent#of} instead. Reports have it as skipped, with the reason; {@code .ci/report full}
 * lists all of them.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@EnabledIfSystemProperty(named = Extent.PROPERTY, matches = "true", disabledReason = OnlyInFull.REASON)
public @interface OnlyInFull {

    String REASON = "runs in full only, with -Dsnowkeeper.full=true";
}
