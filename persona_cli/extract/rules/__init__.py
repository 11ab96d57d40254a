"""The offline extractor: rules over sentences, with one pack of data per language."""
