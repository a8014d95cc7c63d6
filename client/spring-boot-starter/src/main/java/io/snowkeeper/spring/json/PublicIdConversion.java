package io.snowkeeper.spring.json;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.convert.ConversionException;
import org.springframework.core.convert.ConversionFailedException;
import org.springframework.core.convert.ConversionService;
import org.springframework.core.convert.TypeDescriptor;
import org.springframework.web.bind.support.ConfigurableWebBindingInitializer;
import org.springframework.web.bind.support.WebBindingInitializer;

/**
 * The conversion of controllers' parameters, by which a refused public id stays refused: after a {@link ConversionFailedException} Spring
 * would read it as a plain number. Thread-safe.
 */
record PublicIdConversion(ConversionService conversion) implements ConversionService {

    /** The refusal of a text that is no public id. */
    private static final class NoPublicIdException extends ConversionException {

        private static final long serialVersionUID = 1L;

        NoPublicIdException(ConversionFailedException refused) {
            super(String.valueOf(refused.getMessage()), refused);
        }
    }

    /**
     * Returns a post-processor that gives the conversion to controllers.
     *
     * @param callers of controllers
     * @param initializer of such a caller
     */
    static <T> BeanPostProcessor givenTo(Class<T> callers, Function<T, @Nullable WebBindingInitializer> initializer) {
        return new BeanPostProcessor() {
            @Override
            public Object postProcessAfterInitialization(Object bean, String beanName) {
                if (callers.isInstance(bean)
                        && initializer.apply(callers.cast(bean)) instanceof ConfigurableWebBindingInitializer binding) {
                    ConversionService conversion = binding.getConversionService();
                    binding.setConversionService(conversion == null ? null : new PublicIdConversion(conversion));
                }
                return bean;
            }
        };
    }

    @Override
    public boolean canConvert(@Nullable Class<?> from, Class<?> target) {
        return conversion.canConvert(from, target);
    }

    @Override
    public boolean canConvert(@Nullable TypeDescriptor from, TypeDescriptor target) {
        return conversion.canConvert(from, target);
    }

    @Override
    public <T> @Nullable T convert(@Nullable Object source, Class<T> target) {
        return conversion.convert(source, target);
    }

    @Override
    public @Nullable Object convert(@Nullable Object source, @Nullable TypeDescriptor from, TypeDescriptor target) {
        try {
            return conversion.convert(source, from, target);
        } catch (ConversionFailedException e) {
            throw target.hasAnnotation(PublicId.class) ? new NoPublicIdException(e) : e;
        }
    }
}
