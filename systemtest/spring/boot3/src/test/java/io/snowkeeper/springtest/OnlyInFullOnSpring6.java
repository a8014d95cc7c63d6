package io.snowkeeper.springtest;

import io.snowkeeper.testkit.extent.OnlyInFull;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** As {@link OnlyInFull}, since the same test runs with every change on the next generation of Spring. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@EnabledIfSystemProperty(named = "spring.full", matches = "true", disabledReason = "on Spring 6 " + OnlyInFull.REASON)
public @interface OnlyInFullOnSpring6 {}
